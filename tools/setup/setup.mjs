// Installs everything that a build needs on a new machine.   npm run setup [-- --tests]
import { pathToFileURL } from 'node:url'
import { capture, main } from '../process.mjs'
import { ensureModules } from './npm-modules.mjs'
import { ensurePackages } from './system-packages.mjs'
import { toolchain } from './toolchain.mjs'
import { readVersion } from './version.mjs'

/**
 * @param {{also?: 'benchmark' | 'tests', threads?: boolean}} [options] also: what the benchmark needs beyond a build (a native compiler,
 *   Chromium), or the tests (besides: Firefox, WebKit, a Chinese font); threads: false where no core with threads is built
 */
export async function setUp({ also, threads = true } = {}) {
  requireNode()
  await ensurePackages('build')
  if (also) await ensurePackages(also)
  const tools = await toolchain([...(threads ? ['threads'] : []), ...(also ? ['tests'] : [])])
  await ensureModules()
  return tools
}

function requireNode() {
  if (Number(process.versions.node.split('.')[0]) < 20) {
    console.error(`Node ${process.versions.node} is too old: Whereformer is built with Node 20 or newer.`)
    process.exit(1)
  }
}

export function versions({ version, emscriptenRoot, libraries }) {
  const names = [`Emscripten ${version}`, ...libraries.trim().split('\n').filter(Boolean)]
  const cmake = readVersion(capture('cmake', ['--version']))
  return `${names.join(' · ')} · CMake ${cmake} · Node ${process.versions.node}\nEmscripten is in ${emscriptenRoot}`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const options = process.argv.includes('--tests') ? { also: 'tests' } : {}
  await main(async () => console.log(versions(await setUp(options))))
}
