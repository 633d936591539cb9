// The compiler and the C++ libraries: the user's em++ if it is new enough, else a private one for all clones.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { explainLog, Failure } from '../failure.mjs'
import { cacheFolder, root } from '../paths.mjs'
import { capture, run, which } from '../process.mjs'
import { ensurePackages } from './system-packages.mjs'
import { atLeast, readVersion } from './version.mjs'

/** 4.0.20 is the first release with every flag of the release link line; Debian 12's own 3.1.6 lacks relaxed SIMD. */
const minimumEmscripten = '4.0.20'

/** Increase it when the output of toolchain-debian.sh changes: older results are then not reused. */
const recipe = 1

/**
 * Finds or makes the toolchain.
 * @param {('threads' | 'tests')[]} kinds of links besides those of the core: their system libraries are compiled here
 * @returns {Promise<{version: string, emscriptenRoot: string, emxx: string, environment: Record<string, string>,
 *   xsimdInclude: string | null, catch2Dir: string | null, origin: string}>}
 *   `environment` are variables to add for a build; the two library folders are null if CMake must find the libraries.
 */
export async function toolchain(kinds) {
  const own = ownEmscripten()
  if (own && atLeast(own.version, minimumEmscripten)) return { ...own, ...(await librariesIfPossible()) }
  if (own)
    console.log(
      `em++ ${own.version} at ${own.emscriptenRoot} is older than ${minimumEmscripten} and is not used`,
    )
  const missing = [
    ...(privateEmscripten() ? [] : ['emscripten']),
    ...(privateLibraries() ? [] : ['libraries']),
    ...kinds.filter((kind) => !isMade(kind)),
  ]
  if (missing.length > 0) await buildPrivate(missing, own)
  return { ...privateEmscripten(), ...privateLibraries() }
}

function ownEmscripten() {
  const sdk = process.env.EMSDK && join(process.env.EMSDK, 'upstream', 'emscripten')
  const emxx = which('em++') ?? (sdk && which('em++', sdk))
  if (!emxx) return null
  const version = readVersion(capture(emxx, ['--version']))
  const emscriptenRoot = [
    dirname(realpathSync(emxx)),
    capture('em-config', ['EMSCRIPTEN_ROOT'])?.trim(),
  ].find((folder) => folder && existsSync(join(folder, 'cmake/Modules/Platform/Emscripten.cmake')))
  if (!version || !emscriptenRoot) return null
  return { version, emscriptenRoot, emxx, environment: {}, origin: which('em++') ? 'PATH' : 'EMSDK' }
}

function toolchainFolder() {
  return join(cacheFolder(), 'toolchain')
}

function privateEmscripten() {
  const folder = toolchainFolder()
  const pattern = new RegExp(`^emscripten-([0-9.]+)-recipe${recipe}$`)
  const versions = (existsSync(folder) ? readdirSync(folder) : [])
    .map((name) => name.match(pattern)?.[1])
    .filter(Boolean)
  const version = versions.sort((a, b) => (atLeast(a, b) ? -1 : 1))[0]
  if (!version) return null
  // the real path of the cache folder, see configure_emscripten in toolchain-debian.sh
  const home = realpathSync(join(folder, `emscripten-${version}-recipe${recipe}`))
  const emscriptenRoot = join(home, 'root/usr/share/emscripten')
  const emxx = join(emscriptenRoot, 'em++')
  if (!existsSync(join(home, 'cache', madeFor('core'))) || !existsSync(emxx)) return null
  const environment = {
    EM_CONFIG: join(emscriptenRoot, '.emscripten'),
    EM_CACHE: join(home, 'cache'),
    EMSDK_PYTHON: python(),
  }
  return { version, emscriptenRoot, emxx, environment, origin: 'private' }
}

/** In the compiler's cache: its system libraries for this kind of link are there. */
const madeFor = (kind) => `.made-${kind}`

const isMade = (kind) => {
  const { environment } = privateEmscripten() ?? {}
  return environment !== undefined && existsSync(join(environment.EM_CACHE, madeFor(kind)))
}

/** Debian's python3, because a version manager may put a slower or older one first on PATH. */
function python() {
  return existsSync('/usr/bin/python3') ? '/usr/bin/python3' : (which('python3') ?? 'python3')
}

function privateLibraries() {
  const home = join(toolchainFolder(), `libraries-recipe${recipe}`)
  if (!existsSync(home)) return null
  return {
    xsimdInclude: join(home, 'xsimd/include'),
    catch2Dir: join(home, 'catch2'),
    libraries: readFileSync(join(home, 'VERSIONS'), 'utf8'),
  }
}

/** With the user's em++, the libraries are optional: CMake can find or download them. */
async function librariesIfPossible() {
  const nothing = { xsimdInclude: null, catch2Dir: null, libraries: '' }
  if (privateLibraries()) return privateLibraries()
  if (whyNotHere()) return nothing
  try {
    await buildPrivate(['libraries'], null)
    return privateLibraries()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.log(`xsimd and Catch2 were not prepared (${error.message}); CMake will look for them`)
    return nothing
  }
}

function whyNotHere() {
  if (platform() !== 'linux' || !existsSync('/etc/debian_version') || !which('apt-get'))
    return 'this system is not Debian'
  if (arch() !== 'x64') return `this machine is ${arch()}, not x86-64`
  return null
}

/** The suite of toolchain-debian.sh. */
export const suite = 'forky'

/** @returns the file with the addresses and hashes of the packages of which the private toolchain would be made today */
export async function listPackages() {
  await buildPrivate(['uris'], null)
  return join(toolchainFolder(), 'package-uris')
}

async function buildPrivate(components, own) {
  const reason = whyNotHere()
  if (reason) {
    throw new Failure(
      `No em++ ${minimumEmscripten} or newer is on PATH or in EMSDK${own ? ` (found ${own.version})` : ''}, and the private one is made from Debian packages only: ${reason}.\n` +
        'Install emsdk (https://emscripten.org/docs/getting_started/downloads.html), run "source emsdk_env.sh", then this command again.',
    )
  }
  await ensurePackages('toolchain')
  const folder = toolchainFolder()
  const log = join(
    cacheFolder(),
    'logs',
    `toolchain-${new Date().toISOString().replace(/[:.]/g, '-')}-${process.pid}.log`,
  )
  makeFolders([folder, dirname(log)])
  forgetOldLogs(dirname(log))
  if (!components.includes('uris'))
    console.log(`Preparing the C++ toolchain in ${folder} (once for all clones)`)
  const script = join(root, 'tools/setup/toolchain-debian.sh')
  const env = { ...process.env, EMSDK_PYTHON: python() }
  const code = await run('bash', [script, realpathSync(folder), String(recipe), log, ...components], { env })
  if (code !== 0) {
    throw new Failure(`The C++ toolchain could not be prepared: ${explainLog(log) ?? 'a step failed'}.`, {
      log,
    })
  }
}

function makeFolders(folders) {
  try {
    for (const folder of folders) mkdirSync(folder, { recursive: true })
  } catch (error) {
    const why = error.code === 'ENOSPC' ? 'the disk is full' : `it cannot be written (${error.code})`
    throw new Failure(
      `The cache folder ${cacheFolder()} is of no use: ${why}. Another place: set XDG_CACHE_HOME.`,
    )
  }
}

function forgetOldLogs(folder) {
  const old = readdirSync(folder)
    .filter((name) => name.startsWith('toolchain-'))
    .sort()
    .slice(0, -10)
  for (const name of old) rmSync(join(folder, name), { force: true })
}
