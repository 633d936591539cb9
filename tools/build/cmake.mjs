// Configures and builds one CMake preset; build/<preset> is its folder.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { Failure, tail } from '../failure.mjs'
import { cacheFolder, modules, root } from '../paths.mjs'
import { run, which } from '../process.mjs'
import { catch2Object, ensureCatch2 } from './catch2.mjs'
import { fingerprint, isFresh, markFresh } from './fingerprint.mjs'
import { alone } from './lock.mjs'

/** Where ccache is installed: all clones of a user share what was compiled, whatever their paths. */
const compileCache = {
  CCACHE_DIR: join(cacheFolder(), 'compiled'),
  CCACHE_MAXSIZE: '2G',
  CCACHE_BASEDIR: root,
  CCACHE_NOHASHDIR: '1',
  CCACHE_SLOPPINESS: 'pch_defines,time_macros,include_file_mtime,include_file_ctime',
}

/** Environment variables that CMake and Emscripten read: the closure compiler, the compiler's root. */
export function buildEnvironment(tools) {
  return {
    ...process.env,
    ...tools.environment,
    ...compileCache,
    EMSCRIPTEN_ROOT: tools.emscriptenRoot,
    EM_CLOSURE_COMPILER: join(modules, 'google-closure-compiler-linux', 'compiler'),
    PATH: [join(modules, '.bin'), tools.emscriptenRoot, process.env.PATH].join(delimiter),
  }
}

/** The tests of a preset, for the program build/<preset>/whereformer_tests. */
export async function buildTests(preset, tools) {
  await ensureCatch2(preset, tools, buildEnvironment(tools))
  await buildPreset(preset, ['whereformer_tests'], tools)
}

/** Builds targets of a preset. Ninja decides what is stale; CMake runs only when its own inputs changed. */
export async function buildPreset(preset, targets, tools) {
  const env = buildEnvironment(tools)
  const log = join(root, 'build/logs', `${preset}-${targets[0]}.log`)
  const jobs = String(availableParallelism())
  const args = ['--build', '--preset', preset, '--target', ...targets, '--parallel', jobs]
  const code = await alone(preset, async () => {
    await configure(preset, tools, env)
    return run('cmake', args, { env, log, label: preset })
  })
  if (code !== 0) throw new Failure(`${tail(log, 40)}\nThe build of ${preset} failed.`, { log })
}

async function configure(preset, tools, env) {
  const folder = join(root, 'build', preset)
  const stamp = join(folder, '.configured')
  const definitions = definitionsFor(preset, tools)
  const inputs = fingerprint(
    [join(root, 'CMakePresets.json')],
    [root, tools.version, ...definitions].join(' '),
  )
  if (existsSync(join(folder, 'build.ninja')) && isFresh(stamp, inputs)) return
  const log = join(root, 'build/logs', `${preset}-configure.log`)
  // fresh: CMake must not reuse cached results of another compiler
  const code = await run('cmake', ['--preset', preset, '--fresh', ...definitions], {
    env,
    log,
    label: `configure ${preset}`,
  })
  if (code !== 0) throw new Failure(`${tail(log, 30)}\nCMake could not configure ${preset}.`, { log })
  markFresh(stamp, inputs)
}

function definitionsFor(preset, tools) {
  const { emscriptenRoot, xsimdInclude, catch2Dir } = tools
  const values = {
    WHEREFORMER_XSIMD_INCLUDE: xsimdInclude,
    WHEREFORMER_CATCH2_DIR: catch2Dir,
    WHEREFORMER_CATCH2_OBJECT: catch2Object(preset, tools),
    CMAKE_CXX_COMPILER_LAUNCHER: which('ccache'),
    ...(preset.startsWith('wasm') && {
      CMAKE_TOOLCHAIN_FILE: join(emscriptenRoot, 'cmake/Modules/Platform/Emscripten.cmake'),
    }),
  }
  return Object.entries(values).flatMap(([name, value]) => (value ? [`-D${name}=${value}`] : []))
}
