// A release: version, changelog, tests, tarball, checksums, commit and tag.   npm run release -- VERSION [--rehearse]
//   --rehearse   packs and tries out what would be released; changes no file under version control, runs no other test
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from '../build/build.mjs'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { capture, main, run } from '../process.mjs'
import { setUp } from '../setup/setup.mjs'
import { atLeast } from '../setup/version.mjs'
import { released } from './changelog.mjs'
import { checksums } from './checksums.mjs'
import { leftToPublisher } from './publisher.mjs'
import { addressed, ofVersion, withHashes } from './readme.mjs'

const folder = join(root, 'build/release')
const at = (path) => join(root, path)

await main(async () => {
  const { version, rehearsed } = asked(process.argv.slice(2))
  const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const date = new Date().toISOString().slice(0, 10)
  const { text, notes } = released(readFileSync(at('CHANGELOG.md'), 'utf8'), version, date)
  if (!rehearsed) {
    check(version, manifest)
    writeFileSync(at('CHANGELOG.md'), text)
    await does('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], 'set the version')
    for (const file of addressed) writeFileSync(at(file), ofVersion(readFileSync(at(file), 'utf8'), version))
    await does('npm', ['test'], 'pass its tests')
  } else await build(await setUp({ tests: false }))
  const tarball = pack(version)
  await does(process.execPath, ['tests/package/smoke.mjs', tarball], 'work from its tarball')
  writeFileSync(join(folder, 'SHA256SUMS'), checksums([tarball]))
  writeFileSync(join(folder, 'NOTES.md'), `${notes}\n`)
  if (!rehearsed) await record(version)
  for (const line of leftToPublisher(manifest)) console.log(line)
  console.log(summary(version, tarball, rehearsed))
})

function asked(args) {
  const rehearsed = args.includes('--rehearse')
  const [version, ...more] = args.filter((arg) => arg !== '--rehearse')
  if (more.length || !/^\d+\.\d+\.\d+$/.test(version ?? ''))
    throw new Failure('npm run release -- VERSION [--rehearse]; VERSION is three numbers, as in 0.2.0.')
  return { version, rehearsed }
}

function check(version, { version: current }) {
  if (capture('git', ['status', '--porcelain']) !== '')
    throw new Failure('Some files differ from the last commit: commit or remove the changes first.')
  if (capture('git', ['tag', '--list', `v${version}`])?.trim())
    throw new Failure(`The tag v${version} is already there.`)
  if (!atLeast(version, current)) throw new Failure(`The version is ${current}; ${version} is older.`)
}

async function does(command, args, what) {
  const code = await run(command, args)
  if (code !== 0) throw new Failure(`The release does not ${what}: ${command} ${args.join(' ')} failed.`)
}

/** The README with hashes is only in the tarball: they are those of this build. @returns the path of the tarball */
function pack(version) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }
  const readme = readFileSync(at('README.md'), 'utf8')
  const integrity = JSON.parse(readFileSync(at('dist/integrity.json'), 'utf8'))
  writeFileSync(at('README.md'), withHashes(ofVersion(readme, version), integrity))
  try {
    const packed = execFileSync('npm', ['pack', '--json', '--pack-destination', folder], options)
    return join(folder, JSON.parse(packed)[0].filename)
  } finally {
    writeFileSync(at('README.md'), readme)
  }
}

async function record(version) {
  await does(
    'git',
    ['add', 'package.json', 'package-lock.json', 'CHANGELOG.md', ...addressed],
    'record its files',
  )
  await does('git', ['commit', '--quiet', '-m', `package: version ${version}`], 'record its files')
  await does('git', ['tag', '--annotate', `v${version}`, '-m', `Whereformer ${version}`], 'get its tag')
}

function summary(version, tarball, rehearsed) {
  const place = relative(root, folder)
  const made = `In ${place}/: the tarball, SHA256SUMS, and NOTES.md with what is new.`
  if (rehearsed) return `${made} Nothing else was changed.`
  return `${made} To publish version ${version}:
  git push --follow-tags
  npm publish ${relative(root, tarball)} --provenance`
}
