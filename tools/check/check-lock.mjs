// The lock files name every optional package, also those for other systems: without them "npm ci" refuses to work.
// node tools/check/check-lock.mjs [--fix]   If a registry has only some of them, npm omits the others; --fix adds them.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../paths.mjs'

/**
 * Optional dependencies of locked packages that the lock itself lacks. Of a range (^1.2.3) the lowest version counts.
 * @param {Record<string, object>} packages the part "packages" of a lock file
 * @returns {{path: string, version: string, of: string}[]}
 */
export function missingOptional(packages) {
  return Object.entries(packages).flatMap(([of, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([, range]) => /^[\^~]?\d+\.\d+\.\d+$/.test(range))
      .map(([name, range]) => ({ path: `node_modules/${name}`, version: range.replace(/^\D/, ''), of }))
      .filter(({ path }) => !(path in packages)),
  )
}

/**
 * Packages of a lock without a hash that a set-up could install. The registry that made the lock lacks some packages for other systems:
 * those have none, and npm leaves them out on the system of the set-up.
 * @param {Record<string, object>} packages the part "packages" of a lock file
 * @returns {string[]} their paths
 */
export function withoutHash(packages) {
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.integrity)
    .filter(([, entry]) => !entry.optional || isForThisSetUp(entry))
    .map(([path]) => path)
}

/** The set-up works on Linux with glibc on x86-64. */
function isForThisSetUp({ os = ['linux'], cpu = ['x64'], libc = ['glibc'] }) {
  return os.includes('linux') && cpu.includes('x64') && libc.includes('glibc')
}

/** Fields of the lock for a package of one system, derived from the names of such packages. */
export function entryFor({ path, version }) {
  const os = [
    ['android', /android/],
    ['darwin', /darwin|macos/],
    ['linux', /linux/],
    ['win32', /win32|windows/],
    ['freebsd', /freebsd/],
    ['openbsd', /openbsd/],
    ['openharmony', /openharmony/],
  ].find(([, pattern]) => pattern.test(path))?.[0]
  const cpu = path.match(/(?<![a-z0-9])(arm64|x64|ia32|arm|ppc64|riscv64|s390x|loong64)(?![a-z0-9])/)?.[1]
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    dev: true,
    ...(os === 'linux' && /musl/.test(path) && { libc: ['musl'] }),
    optional: true,
    ...(os && { os: [os] }),
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const fix = process.argv.includes('--fix')
  const locks = [
    'package-lock.json',
    'tests/bench/package-lock.json',
    'tests/frameworks/package-lock.json',
    'tests/package/consumers/package-lock.json',
  ]
  const complete = locks.map((name) => (fix ? complement(name) : report(name)))
  process.exitCode = complete.every(Boolean) ? 0 : 1
}

/** @returns whether nothing is missing */
function report(name) {
  const { packages } = read(name)
  const unhashed = withoutHash(packages)
  for (const path of unhashed)
    console.log(`${name}: ${path} has no "integrity", so npm would install whatever it is given`)
  const missing = missingOptional(packages)
  for (const { path, version, of } of missing)
    console.log(
      `${name}: ${path} ${version}, optional for ${of}, is missing (node tools/check/check-lock.mjs --fix)`,
    )
  return missing.length + unhashed.length === 0
}

function complement(name) {
  const lock = read(name)
  for (const one of missingOptional(lock.packages)) lock.packages[one.path] = entryFor(one)
  for (const path of withoutHash(lock.packages)) {
    const entry = lock.packages[path]
    if (entry.optional) lock.packages[path] = { ...entry, ...entryFor({ path, version: entry.version }) }
  }
  const byPath = ([a], [b]) => (a < b ? -1 : 1)
  lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(byPath))
  writeFileSync(join(root, name), `${JSON.stringify(lock, null, 2)}\n`)
  return true
}

function read(name) {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}
