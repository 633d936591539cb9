// A core on shared memory, with its helpers.

import { Core, type Instance } from '../boundary/core.js'
import { messageOf, WhereformerError } from '../boundary/errors.js'
import { instantiate } from '../boundary/instantiate.js'
import type { RawThreadCore } from '../boundary/raw.js'
import type { TeamRequest, ThreadsInfo } from '../boundary/threads-info.js'
import { FIRST_TICKET, markGone } from './helper.js'
import type { Helper, ThreadPlatform } from './platform.js'
import { sharedMemory } from './shared-memory.js'

export interface ParallelCore {
  core: Core
  threads: () => ThreadsInfo
}

/** Starts a core with as many of the wanted threads as can be had. */
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

function granted(): WebAssembly.Memory {
  try {
    return sharedMemory()
  } catch (cause) {
    throw new WhereformerError('ERR_LOAD', `shared memory is refused (${messageOf(cause)})`, { cause })
  }
}

/** Is it a core with threads? Those import their memory. */
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
  /** Why helpers did not start. */
  #failures: string[] = []

  constructor(platform: TeamPlatform, module: WebAssembly.Module, request: TeamRequest) {
    this.#platform = platform
    this.#module = module
    this.#request = request
  }

  async start(): Promise<Instance> {
    this.end()
    const memory = granted()
    const instance = await instantiate(this.#platform.glue, this.#module, memory)
    this.#raw = instance.raw
    await this.#open(instance.raw, memory)
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
    const lost = most - count - this.#failures.length
    const stopped = lost > 0 ? [`${lost} of ${most} threads stopped, or did not answer for seconds`] : []
    const reasons = known === undefined ? [...this.#failures.slice(0, 1), ...stopped] : [known]
    return { count, wanted, ...(reasons.length === 0 ? {} : { reason: reasons.join('; ') }) }
  }

  async #open(raw: RawThreadCore, memory: WebAssembly.Memory): Promise<void> {
    const opened = await Promise.allSettled(
      Array.from({ length: this.#request.count - 1 }, () => this.#openOne(raw, memory)),
    )
    this.#failures = opened.flatMap((one) => (one.status === 'rejected' ? [messageOf(one.reason)] : []))
    this.#helpers = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  }

  async #openOne(raw: RawThreadCore, memory: WebAssembly.Memory): Promise<Helper> {
    const { failure, ...place } = raw.addThread({ mayWait: mayWait() })
    if (failure) throw new Error(`no memory for the stack of a thread (${failure.got} bytes)`)
    const work = { module: this.#module, memory, ticket: FIRST_TICKET, ...place }
    return this.#platform.open(work, () => markGone(work))
  }
}

/** May this thread wait? The main thread of a page may not. */
function mayWait(): boolean {
  try {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 1, 0)
    return true
  } catch {
    return false
  }
}

/** Ends the helpers of a core that was collected. */
const forgotten = new FinalizationRegistry<Team>((team) => team.end())
