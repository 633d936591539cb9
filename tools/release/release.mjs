// A release: version, changelog, tests, tarball, checksums, commit and tag.   npm run release -- VERSION [--rehearse | --tagged]
//   --rehearse   packs and tries out what would be released; changes no file under version control, runs no other test
//   --tagged     the same of a release that was made: its tag is checked out
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { build } from '../build/build.mjs'
import { currentCitation } from '../citation.mjs'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { capture, main, run } from '../process.mjs'
import { setUp } from '../setup/setup.mjs'
import { atLeast } from '../setup/version.mjs'
import { notesOf, released } from './changelog.mjs'
import { checksums } from './checksums.mjs'
import { leftToPublisher } from './publisher.mjs'
import { addressed, ofVersion, withHashes } from './readme.mjs'

const folder = join(root, 'build/release')
const at = (path) => join(root, path)

/** Functions that leave dist/ in the state of a release and return the new files, by option. */
const ways = new Map([
  [undefined, make],
  ['--rehearse', rehearse],
  ['--tagged', tagged],
])

await main(async () => {
  const { version, way } = asked(process.argv.slice(2))
  const manifest = JSON.parse(readFileSync(at('package.json'), 'utf8'))
  const notes = await way(version, manifest)
  const tarball = pack(version)
  await does(process.execPath, ['tests/package/smoke.mjs', tarball], 'work from its tarball')
  writeFileSync(join(folder, 'SHA256SUMS'), checksums([tarball]))
  writeFileSync(join(folder, 'NOTES.md'), `${notes}\n`)
  if (way === make) await record(version)
  for (const line of leftToPublisher(manifest)) console.log(line)
  console.log(summary(version, tarball, way))
})

function asked(args) {
  const [option, ...options] = args.filter((arg) => arg.startsWith('--'))
  const [version, ...more] = args.filter((arg) => !arg.startsWith('--'))
  const way = ways.get(option)
  if (!way || options.length || more.length || !/^\d+\.\d+\.\d+$/.test(version ?? ''))
    throw new Failure(
      'npm run release -- VERSION [--rehearse | --tagged]; VERSION is three numbers, as in 0.2.0.',
    )
  return { version, way }
}

async function make(version, manifest) {
  requireUnchanged()
  requireNew(version, manifest)
  const { text, notes } = asReleased(version)
  writeFileSync(at('CHANGELOG.md'), text)
  await does('npm', ['version', version, '--no-git-tag-version', '--allow-same-version'], 'set the version')
  for (const page of addressed) writeFileSync(at(page), ofVersion(readFileSync(at(page), 'utf8'), version))
  writeFileSync(at('CITATION.cff'), currentCitation())
  await does('npm', ['test', '--', '--all'], 'pass its tests')
  return notes
}

async function rehearse(version) {
  const { notes } = asReleased(version)
  await build(await setUp({ tests: false }))
  return notes
}

async function tagged(version, manifest) {
  requireTag(version, manifest)
  requireUnchanged()
  const notes = notesOf(readFileSync(at('CHANGELOG.md'), 'utf8'), version)
  await build(await setUp({ tests: false }))
  return notes
}

function asReleased(version) {
  const date = new Date().toISOString().slice(0, 10)
  return released(readFileSync(at('CHANGELOG.md'), 'utf8'), version, date)
}

function requireUnchanged() {
  if (capture('git', ['status', '--porcelain']) !== '')
    throw new Failure('Some files differ from the last commit: commit or remove the changes first.')
}

function requireNew(version, { version: current }) {
  if (capture('git', ['tag', '--list', `v${version}`])?.trim())
    throw new Failure(`The tag v${version} is already there.`)
  if (!atLeast(version, current)) throw new Failure(`The version is ${current}; ${version} is older.`)
}

function requireTag(version, { version: current }) {
  const tags = capture('git', ['tag', '--points-at', 'HEAD'])?.trim().split('\n') ?? []
  if (!tags.includes(`v${version}`))
    throw new Failure(`The commit that is checked out does not have the tag v${version}.`)
  if (version !== current) throw new Failure(`package.json says version ${current}; the tag says ${version}.`)
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
    ['add', 'package.json', 'package-lock.json', 'CHANGELOG.md', 'CITATION.cff', ...addressed],
    'record its files',
  )
  await does('git', ['commit', '--quiet', '-m', `package: version ${version}`], 'record its files')
  await does('git', ['tag', '--annotate', `v${version}`, '-m', `Whereformer ${version}`], 'get its tag')
}

function summary(version, tarball, way) {
  const place = relative(root, folder)
  const made = `In ${place}/: the tarball, SHA256SUMS, and NOTES.md with what is new.`
  if (way !== make) return `${made} Nothing else was changed.`
  return `${made} To publish version ${version}, with the commit of its tag in it, as the page has it:
  git push --follow-tags
  npm run release -- ${version} --tagged
  npm publish ${relative(root, tarball)} --provenance`
}
