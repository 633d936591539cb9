// The npm package in dist/, from the C++ core and web/, and the demo page in web/demo/dist.   npm run build [-- --maps]
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, tail } from '../failure.mjs'
import { root } from '../paths.mjs'
import { main, run } from '../process.mjs'
import { setUp } from '../setup/setup.mjs'
import { buildEnvironment, buildPreset } from './cmake.mjs'
import { buildDemo, buildStartPage, demoFolder, pagePackage } from './demo.mjs'
import { fingerprint, isFresh, markFresh } from './fingerprint.mjs'
import { alone } from './lock.mjs'

const mapped = 'build/dist-maps'
const cores = {
  'wasm-simd': ['whereformer_core', 'whereformer_core_train'],
  'wasm-relaxed': ['whereformer_core', 'whereformer_core_train'],
  'wasm-threads-simd': ['whereformer_core'],
  'wasm-threads-relaxed': ['whereformer_core'],
}

/** The preset of the page: it neither asks for relaxed SIMD nor for threads. */
const forPage = 'wasm-simd'

/** Builds stale files only. @param tools the result of setUp */
export async function build(tools) {
  for (const preset of Object.keys(cores)) await buildCores(preset, tools)
  await alone('package', () => buildPackage(tools, Object.keys(cores), 'dist', []))
}

/** The package with a map in each script: for a debugger, in place of dist/. */
async function buildWithMaps(tools) {
  for (const preset of Object.keys(cores)) await buildCores(preset, tools)
  await alone('package', () => buildPackage(tools, Object.keys(cores), mapped, ['maps']))
}

/** What `npm start` serves. @param serves false for a development server, which needs the package alone */
export async function buildPage(tools, serves) {
  await buildCores(forPage, tools)
  await alone('package', () => buildPackage(tools, [forPage], pagePackage, ['page']))
  if (serves) await buildStartPage()
}

export async function buildCores(preset, tools) {
  console.log(`Building the core, ${preset}`)
  await buildPreset(preset, cores[preset], tools)
}

const sources = [
  'web/demo/public/models',
  'web/lib',
  'web/lab',
  'web/content',
  'web/elements',
  'web/command',
  'package.json',
  'tsconfig.json',
  'tsconfig.lib.json',
  'tsconfig.lab.json',
  ...[
    'build-package',
    'build-elements',
    'inline-program',
    'packed-cores',
    'element-declarations',
    'framework-declarations',
    'dom-stand-in',
    'escapes',
    'library-declarations',
    'small-models',
    'tarball',
  ].map((name) => `tools/build/${name}.mjs`),
]

async function buildPackage(tools, presets, to, kind) {
  const outputs = presets.flatMap((preset) =>
    cores[preset].map((target) => join(root, 'build', preset, target.replaceAll('_', '-'))),
  )
  const inputs = fingerprint([
    ...outputs.flatMap((path) => [`${path}.mjs`, `${path}.wasm`]),
    ...sources.map((path) => join(root, path)),
  ])
  const stamp = join(root, 'build', ['.package', ...kind].join('-'))
  if (existsSync(join(root, to)) && isFresh(stamp, inputs)) return
  console.log('Building the package')
  const log = join(root, 'build/logs/package.log')
  const script = join(root, 'tools/build/build-package.mjs')
  const code = await run(process.execPath, [script, ...kind], {
    env: buildEnvironment(tools),
    log,
    label: 'package',
  })
  if (code !== 0) throw new Failure(`${tail(log, 40)}\nThe package could not be built.`, { log })
  markFresh(stamp, inputs)
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  return `${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const tools = await setUp()
    if (process.argv.includes('--maps')) {
      await buildWithMaps(tools)
      console.log(`The package with maps is in ${mapped}/.`)
      return
    }
    await build(tools)
    await buildDemo()
    console.log(`The package is in dist/. The page is in ${relative(root, demoFolder)}/, ${sizeOf(demoFolder)}:
static files that any server may hand out, at any path (docs/hosting.md).`)
  })
}
