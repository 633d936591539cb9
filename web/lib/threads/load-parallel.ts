// load({ threads }): the core with threads where they can be had, else the plain one, with the reason.

import { WhereformerError } from '../boundary/errors.js'
import { oneThread, type TeamRequest } from '../boundary/threads-info.js'
import { type CoreSource, compiledModule, type Files } from '../compiled-module.js'
import { type CoreFor, coreOf, instanceOf, type Parallel, trainingOf } from '../load.js'
import { Whereformer } from '../whereformer.js'
import { parallelCore, sharesMemory } from './parallel-core.js'
import type { ThreadPlatform } from './platform.js'
import { memoryRefusal } from './shared-memory.js'

export interface ParallelModule extends TeamRequest {
  module: WebAssembly.Module
  /** Is it the core with threads, on shared memory? Else the plain one. */
  shared: boolean
}

/** The most threads of 'auto': more share memory and caches without being faster. */
const MOST_BY_ITSELF = 8

export const loadParallel =
  (threads: ThreadPlatform): Parallel =>
  async ({ options, wanted, platform, onDemand }) => {
    const { module, shared, ...request } = await parallelModule([options], wanted, platform, threads)
    if (!shared)
      return instanceOf(module, { glue: platform.glue, ...onDemand }, oneThread(wanted, request.reason))
    const { core, threads: state } = await parallelCore(module, threads, request)
    const training = trainingOf(platform, trainCoreOf(threads, wanted))
    return new Whereformer(core, { ...onDemand, training }, state)
  }

/** The core that trains: the library's, or one that a trainer names, another instance with helpers of its own if it has threads. */
const trainCoreOf =
  (threads: ThreadPlatform, wanted: number | 'auto'): CoreFor =>
  async (plainGlue, files, source, library) => {
    const [named] = source
    if (named === undefined) return library
    const { module, shared, ...request } = await parallelModule(source, wanted, files, threads)
    return shared ? (await parallelCore(module, threads, request)).core : coreOf(plainGlue, module)
  }

type Shared = Pick<ThreadPlatform, 'wasm' | 'obstacle' | 'cores'>

/** Finds and compiles the core, with threads where that can be had. */
export function parallelModule(
  source: CoreSource,
  wanted: number | 'auto',
  platform: Files,
  threads: Shared,
): Promise<ParallelModule> {
  const count = wanted === 'auto' ? Math.min(threads.cores(), MOST_BY_ITSELF) : wanted
  const obstacle = threads.obstacle() ?? (count === 1 ? 'the machine has one core' : undefined)
  const one: OneThread = async (reason, from = source) => {
    const module = await compiledModule(from, platform)
    return { module, shared: false, wanted, count: 1, reason }
  }
  if (namesFile(source))
    return fromNamedFile(source, { wanted, count, reason: obstacle }, platform, threads, one)
  const reason = obstacle ?? memoryRefusal()
  return reason === undefined ? fromOwnFile(source, { wanted, count }, platform, threads, one) : one(reason)
}

/** Compiles the core without threads, for a reason. */
type OneThread = (reason: string, from?: CoreSource) => Promise<ParallelModule>

/** A file that the caller names may be either core: the one with threads imports its memory. */
async function fromNamedFile(
  source: CoreSource,
  { wanted, count, reason: obstacle }: TeamRequest,
  platform: Files,
  threads: Shared,
  one: OneThread,
): Promise<ParallelModule> {
  const { simd, relaxed } = threads.wasm
  const wasm = { simd, relaxed: [...relaxed, ...platform.wasm.relaxed] }
  const module = await compiledModule(source, { ...platform, wasm })
  const shared = sharesMemory(module)
  const refused = shared && !hasDigest(source) ? memoryRefusal() : undefined
  if (refused !== undefined) return one(refused, withoutFile(source))
  const reason = obstacle ?? (shared ? undefined : PLAIN)
  return { module, shared, wanted, count: reason === undefined ? count : 1, reason }
}

/** The file of the package, core-threads-simd.wasm; where that is missing, the core without threads. */
async function fromOwnFile(
  source: CoreSource,
  request: TeamRequest,
  platform: Files,
  threads: Shared,
  one: OneThread,
): Promise<ParallelModule> {
  try {
    const module = await compiledModule(source, { ...platform, wasm: threads.wasm })
    return { module, shared: true, ...request }
  } catch (cause) {
    const missing = cause instanceof WhereformerError && cause.code === 'ERR_LOAD'
    if (!missing || hasDigest(source)) throw cause
    return one(missingFile(cause, source[1]))
  }
}

const PLAIN = 'the file that load() was given is a core without threads: name core-threads-simd.wasm'

/** Why a core with threads was not found. The advice of load() would not help: no entry that needs no .wasm file has threads. */
function missingFile({ cause, message }: WhereformerError, argument = 'options'): string {
  const reasons = (cause instanceof AggregateError ? cause.message : message).replace(/\.?$/, '.')
  return `${reasons} Put that file of the package there, or pass it as ${argument}.wasmUrl or ${argument}.wasmBinary`
}

const namesFile = ([{ wasmUrl, wasmBinary, wasmModule } = {}]: CoreSource) =>
  [wasmUrl, wasmBinary, wasmModule].some((file) => file !== undefined)

const hasDigest = ([options]: CoreSource) => options?.integrity !== undefined

/** A source without the file that it names. */
function withoutFile([options, ...named]: CoreSource): CoreSource {
  const { wasmUrl, wasmBinary, wasmModule, ...rest } = options ?? {}
  return [rest, ...named]
}
