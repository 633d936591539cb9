// The library from source over a core of which an allocation of choice fails (bindings/failing_allocation.cpp). Plain operations and training have
// one instance, so that all allocations are counted in one order.

import { readFileSync } from 'node:fs'
// @ts-expect-error the declarations beside it are for the name without m
import createCore from '../../build/wasm-simd/whereformer-core-failing.mjs'
import { Core } from '../../web/lib/boundary/core.js'
import type { RawCore } from '../../web/lib/boundary/raw.js'
import type { OpenUrl } from '../../web/lib/checkpoint/source.js'
import { identify } from '../../web/lib/identify/identify.js'
import { loadModel } from '../../web/lib/model/load-model-on-demand.js'
import { Training } from '../../web/lib/train/training.js'
import { Whereformer } from '../../web/lib/whereformer.js'

const folder = new URL('../../build/wasm-simd/', import.meta.url)
const wasm = new WebAssembly.Module(readFileSync(new URL('whereformer-core-failing.wasm', folder)))

type FailingCore = RawCore & {
  failAllocation(first: number, last: number): number
  growAlways(on: boolean): void
}

export class FailingLibrary {
  readonly #core: Core
  readonly #raw: FailingCore
  readonly wf: Whereformer

  private constructor(core: Core, raw: FailingCore) {
    this.#core = core
    this.#raw = raw
    const open: OpenUrl = async (url) => {
      const body = new Blob([readFileSync(new URL(url))]).stream() as ReadableStream<Uint8Array>
      return { body, from: String(url) }
    }
    const training = async () => new Training({ start: async () => core, open })
    this.wf = new Whereformer(core, { loadModel, identify: async () => identify, open, training })
  }

  static async start(): Promise<FailingLibrary> {
    const made: FailingCore[] = []
    const core = await Core.start(async () => {
      const raw = (await createCore({ instantiateWasm })) as FailingCore
      made.push(raw)
      return { raw }
    })
    return new FailingLibrary(core, made[0] as FailingCore)
  }

  /** Allocations `first` to `last` fail, counted from 1 at this call; 0, 0 = none. Returns how many there were since the last call. */
  fail(first: number, last: number): number {
    return this.#raw.failAllocation(first, last)
  }

  /** From now on the memory grows at each allocation: no view of it lasts. */
  growAlways(on: boolean): void {
    this.#raw.growAlways(on)
  }

  /** Instances that crashed. */
  get crashes(): number {
    return this.#core.generation
  }
}

function instantiateWasm(
  imports: WebAssembly.Imports,
  receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
) {
  WebAssembly.instantiate(wasm, imports).then((instance) => receive(instance, wasm))
  return {}
}
