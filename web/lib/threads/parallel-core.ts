// A core on shared memory, with its helpers.

import { Core, type Instance } from '../boundary/core.js'
import { messageOf } from '../boundary/errors.js'
import { instantiate } from '../boundary/instantiate.js'
import type { RawThreadCore } from '../boundary/raw.js'
import type { Helper, ThreadPlatform } from './platform.js'
import type { TeamRequest, ThreadsInfo } from './threads-info.js'

export interface ParallelCore {
  core: Core
  threads: () => ThreadsInfo
}

/** Has as many threads as can be had. */
export async function parallelCore(
  module: WebAssembly.Module,
  platform: TeamPlatform,
  request: TeamRequest,
): Promise<ParallelCore> {
  const team = new Team(platform, module, request)
  const core = await Core.start(() => team.start())
  forgotten.register(core, team)
  return { core, threads: () => team.state() }
}

/** A core with threads imports its memory. */
export const sharesMemory = (module: WebAssembly.Module) =>
  WebAssembly.Module.imports(module).some(({ kind }) => kind === 'memory')

type TeamPlatform = Pick<ThreadPlatform, 'glue' | 'open'>

/** The helpers of one core, which is another instance after a crash. */
class Team {
  readonly #platform: TeamPlatform
  readonly #module: WebAssembly.Module
  readonly #request: TeamRequest
  #helpers: Helper[] = []
  #raw: RawThreadCore | undefined
  /** Why some did not start. */
  #failure: string | undefined

  constructor(platform: TeamPlatform, module: WebAssembly.Module, request: TeamRequest) {
    this.#platform = platform
    this.#module = module
    this.#request = request
  }

  async start(): Promise<Instance> {
    this.end()
    const instance = await instantiate(this.#platform.glue, this.#module)
    this.#raw = instance.raw
    await this.#open(instance.raw, instance.memory as WebAssembly.Memory)
    return instance
  }

  end(): void {
    for (const helper of this.#helpers) helper.end()
    this.#helpers = []
    this.#raw = undefined
  }

  state(): ThreadsInfo {
    const { wanted, count: most, reason: known } = this.#request
    if (!this.#raw) return { count: 1, wanted, reason: 'the core is restarting' }
    const { count } = this.#raw.countThreads({})
    const lost = `${most - count} of ${most} threads stopped, or did not answer for seconds`
    const reason = known ?? (count === most ? undefined : (this.#failure ?? lost))
    return { count, wanted, ...(reason === undefined ? {} : { reason }) }
  }

  async #open(raw: RawThreadCore, memory: WebAssembly.Memory): Promise<void> {
    const opened = await Promise.allSettled(
      Array.from({ length: this.#request.count - 1 }, () => this.#openOne(raw, memory)),
    )
    const failures = opened.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []))
    this.#failure = failures[0]
    this.#helpers = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  async #openOne(raw: RawThreadCore, memory: WebAssembly.Memory): Promise<Helper> {
    const { failure, ...place } = raw.addThread({ mayWait: mayWait() })
    if (failure) throw new Error(`no memory for the stack of a thread (${failure.got} bytes)`)
    const gone = () => {
      const alive = new Int32Array(memory.buffer, place.state, 1)
      Atomics.store(alive, 0, 0)
      Atomics.notify(alive, 0)
    }
    return this.#platform.open({ module: this.#module, memory, ...place }, gone)
  }
}

/** The main thread of a page may not. */
function mayWait(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0)
    return true
  } catch {
    return false
  }
}

/** Helpers compute for one core: they end with it. */
const forgotten = new FinalizationRegistry<Team>((team) => team.end())
