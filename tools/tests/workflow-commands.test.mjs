// Every line that the workflows run works in a clean clone. What builds and tests for minutes is a stage of `npm test`; of it here only that it is there.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { checksums } from '../release/checksums.mjs'
import { cleanClone } from './clean-clone.mjs'
import { commands } from './workflows.mjs'

let clone
before(() => {
  clone = cleanClone()
})
after(() => clone.remove())

/** Runs a line with the options that GitHub gives to a step with `shell: bash`. */
const shell = (line, environment) =>
  clone.run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', line], environment)

function succeeds(line, environment) {
  const { status, output } = shell(line, environment)
  assert.equal(status, 0, output)
  return output
}

const proofs = {
  'git config --system --add safe.directory "$GITHUB_WORKSPACE"': (line) => {
    const settings = join(clone.folder, 'gitconfig')
    succeeds(line, { GIT_CONFIG_SYSTEM: settings, GITHUB_WORKSPACE: clone.folder })
    assert.match(readFileSync(settings, 'utf8'), new RegExp(`directory = ${clone.folder}`))
  },
  'npm run setup -- --tests': (line) => assert.match(succeeds(line), /Emscripten is in /),
  'npm test': (line) => assert.match(succeeds(`${line} -- --list`), /^native /m),
  'npm test -- --all': (line) => assert.match(succeeds(`${line} --list`), /^asan /m),
  'npm run build': () => {
    const [, file] = scripts().build.match(/^node (\S+)$/)
    assert.ok(existsSync(join(clone.folder, file)), file)
  },
  'npm run release -- "${GITHUB_REF_NAME#v}" --tagged': (line) => {
    const refused = (sentence) => {
      const { status, output } = shell(line, { GITHUB_REF_NAME: 'v9.8.7' })
      assert.equal(status, 1, output)
      assert.match(output, sentence)
    }
    refused(/does not have the tag v9\.8\.7\.$/m)
    clone.run('git', ['tag', 'v9.8.7'])
    refused(/package\.json says version \S+; the tag says 9\.8\.7\.$/m)
  },
  'sha256sum --check SHA256SUMS': (line) => {
    const folder = madeRelease()
    assert.match(succeeds(`cd ${folder} && ${line}`), /^whereformer-9\.8\.7\.tgz: OK$/m)
    writeFileSync(join(folder, 'whereformer-9.8.7.tgz'), 'another')
    assert.equal(shell(`cd ${folder} && ${line}`).status, 1)
  },
  'gh release create "$GITHUB_REF_NAME" --repo "$GITHUB_REPOSITORY" --verify-tag --title "$GITHUB_REF_NAME" --notes-file NOTES.md ./*.tgz SHA256SUMS':
    (line) =>
      assert.deepEqual(given('gh', line), [
        'release',
        'create',
        'v9.8.7',
        '--repo',
        'someone/whereformer',
        '--verify-tag',
        '--title',
        'v9.8.7',
        '--notes-file',
        'NOTES.md',
        './whereformer-9.8.7.tgz',
        'SHA256SUMS',
      ]),
  'npm publish ./*.tgz --access public --provenance': (line) =>
    assert.deepEqual(given('npm', line), [
      'publish',
      './whereformer-9.8.7.tgz',
      '--access',
      'public',
      '--provenance',
    ]),
}

const scripts = () => JSON.parse(readFileSync(join(clone.folder, 'package.json'), 'utf8')).scripts

/** The files that `npm run release` leaves, where the jobs that publish them expect them. */
function madeRelease() {
  const folder = join(clone.folder, 'release')
  mkdirSync(folder, { recursive: true })
  const tarball = join(folder, 'whereformer-9.8.7.tgz')
  writeFileSync(tarball, 'a tarball')
  writeFileSync(join(folder, 'SHA256SUMS'), checksums([tarball]))
  writeFileSync(join(folder, 'NOTES.md'), 'What is new.\n')
  return folder
}

/** The arguments that a line gives to a program which publishes: one that only prints them stands in for it. */
function given(program, line) {
  const stand = join(clone.folder, 'stand-in')
  mkdirSync(stand, { recursive: true })
  writeFileSync(join(stand, program), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
  const environment = { PATH: stand + delimiter + process.env.PATH, GITHUB_REF_NAME: 'v9.8.7' }
  const output = succeeds(`cd ${madeRelease()} && ${line}`, {
    ...environment,
    GITHUB_REPOSITORY: 'someone/whereformer',
  })
  return output.trim().split('\n')
}

test('every line of the workflows is proved here', () => {
  assert.deepEqual([...commands].sort(), Object.keys(proofs).sort())
})

for (const [line, proof] of Object.entries(proofs)) test(line, () => proof(line))
