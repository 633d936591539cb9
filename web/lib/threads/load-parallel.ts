// load({ threads }): the core with threads where they can be had, else the plain one, with the reason.

import { WhereformerError } from '../boundary/errors.js'
import {
  type CoreFor,
  type CoreSource,
  compiledModule,
  coreOf,
  type Files,
  instanceOf,
  type Parallel,
  trainingOf,
} from '../load.js'
import type { CoreOptions } from '../load-options.js'
import { Whereformer } from '../whereformer.js'
import { parallelCore, sharesMemory } from './parallel-core.js'
import type { ThreadPlatform } from './platform.js'
import { memoryRefusal } from './shared-memory.js'
import { oneThread, type TeamRequest } from './threads-info.js'

export interface ParallelModule extends TeamRequest {
  module: WebAssembly.Module
  /** False: the plain core. */
  shared: boolean
}

/** More share memory and caches without being faster. */
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

/** That of the library trains. One that a trainer names is another instance, which has helpers of its own if it can share its work. */
const trainCoreOf =
  (threads: ThreadPlatform, wanted: number | 'auto'): CoreFor =>
  async (plainGlue, files, source, library) => {
    const [named] = source
    if (named === undefined) return library
    const { module, shared, ...request } = await parallelModule(source, wanted, files, threads)
    return shared ? (await parallelCore(module, threads, request)).core : coreOf(plainGlue, module)
  }

type Shared = Pick<ThreadPlatform, 'wasm' | 'obstacle' | 'cores'>

/** Finds and compiles the core. A file that the caller names may be either: the core with threads imports its memory. */
export async function parallelModule(
  [given, ...named]: CoreSource,
  wanted: number | 'auto',
  platform: Files,
  threads: Shared,
): Promise<ParallelModule> {
  const options = given ?? {}
  const count = wanted === 'auto' ? Math.min(threads.cores(), MOST_BY_ITSELF) : wanted
  const obstacle = threads.obstacle() ?? (count === 1 ? 'the machine has one core' : undefined)
  const one = async (reason: string, from: CoreOptions = options) => {
    // spread: names of arguments
    const module = await compiledModule(from, platform, ...named)
    return { module, shared: false, wanted, count: 1, reason }
  }
  if (namesFile(options)) {
    const { simd, relaxed } = threads.wasm
    const wasm = { simd, relaxed: [...relaxed, ...platform.wasm.relaxed] }
    // spread: names of arguments
    const module = await compiledModule(options, { ...platform, wasm }, ...named)
    const shared = sharesMemory(module)
    const refused = shared && options.integrity === undefined ? memoryRefusal() : undefined
    if (refused !== undefined) return one(refused, withoutFile(options))
    const reason = obstacle ?? (shared ? undefined : PLAIN)
    return { module, shared, wanted, count: reason === undefined ? count : 1, reason }
  }
  const reason = obstacle ?? memoryRefusal()
  if (reason !== undefined) return one(reason)
  try {
    // spread: names of arguments
    const module = await compiledModule(options, { ...platform, wasm: threads.wasm }, ...named)
    return { module, shared: true, wanted, count }
  } catch (cause) {
    const missing = cause instanceof WhereformerError && cause.code === 'ERR_LOAD'
    if (!missing || options.integrity !== undefined) throw cause
    return one(missingFile(cause, named[0]))
  }
}

const PLAIN = 'the file that load() was given is a core without threads: name core-threads-simd.wasm'

/** No entry that needs no .wasm file has threads, so the advice of load() would not help. */
function missingFile({ cause, message }: WhereformerError, argument = 'options'): string {
  const reasons = (cause instanceof AggregateError ? cause.message : message).replace(/\.?$/, '.')
  return `${reasons} Put that file of the package there, or pass it as ${argument}.wasmUrl or ${argument}.wasmBinary`
}

const namesFile = ({ wasmUrl, wasmBinary, wasmModule }: CoreOptions) =>
  [wasmUrl, wasmBinary, wasmModule].some((source) => source !== undefined)

/** The rest says which core is wanted, and how. */
const withoutFile = ({ wasmUrl, wasmBinary, wasmModule, ...rest }: CoreOptions): CoreOptions => rest
