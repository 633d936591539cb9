// Catch2, compiled once for each compiler: every preset of every clone links it.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, tail } from '../failure.mjs'
import { cacheFolder, root } from '../paths.mjs'
import { capture, run } from '../process.mjs'
import { alone } from './lock.mjs'

/** The flags by which tests/native/CMakeLists.txt compiles Catch2. No option that presets differ in changes its interface. */
const flags = ['-std=c++20', '-w', '-O0', '-DNDEBUG']

/**
 * @param {string} preset
 * @param tools what setUp returned
 * @returns {{object: string, compiler: string, args: string[]} | null} null where CMake looks for the sources itself
 */
function compilation(preset, { catch2Dir, emxx, version }) {
  if (!catch2Dir) return null
  const wasm = preset.startsWith('wasm')
  const compiler = wasm ? emxx : (process.env.CXX ?? 'c++')
  const source = join(catch2Dir, 'extras/catch_amalgamated.cpp')
  const options = [...flags, ...(wasm ? ['-fwasm-exceptions'] : [])]
  const hash = createHash('sha256').update(readFileSync(source))
  hash.update([compiler, wasm ? version : capture(compiler, ['--version']), ...options].join('\n'))
  const object = join(cacheFolder(), `catch2-${hash.digest('hex').slice(0, 16)}.o`)
  return { object, compiler, args: [...options, '-c', source] }
}

/** @returns {string | null} where the object file of a preset is, or will be */
export const catch2Object = (preset, tools) => compilation(preset, tools)?.object ?? null

/** Makes it, unless another clone has. @param {Record<string, string>} env */
export async function ensureCatch2(preset, tools, env) {
  const wanted = compilation(preset, tools)
  if (wanted && !existsSync(wanted.object)) await alone('catch2', () => compile(wanted, env))
}

/** Renamed at the end: an object file that exists is complete. */
async function compile({ object, compiler, args }, env) {
  if (existsSync(object)) return
  console.log(`Compiling Catch2 with ${compiler}`)
  mkdirSync(cacheFolder(), { recursive: true })
  const folder = mkdtempSync(`${object}-`)
  const log = join(root, 'build/logs/catch2.log')
  try {
    const made = join(folder, 'catch2.o')
    const code = await run(compiler, [...args, '-o', made], { env, log, label: 'Catch2' })
    if (code !== 0) throw new Failure(`${tail(log, 40)}\nCatch2 could not be compiled.`, { log })
    renameSync(made, object)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
