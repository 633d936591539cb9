// The core itself, under web/lib as it stands in the source: for what no user can see, such as a session's logits.

import { readFileSync } from 'node:fs'
import type { LoadModelRequest } from 'whereformer'
// @ts-expect-error the declarations beside it are for the name without m
import createCore from '../../../build/wasm-simd/whereformer-core.mjs'
import { Core } from '../../../web/lib/boundary/core.js'
import type { RawCore } from '../../../web/lib/boundary/raw.js'
import type { OpenUrl } from '../../../web/lib/checkpoint/source.js'
import { loadModel } from '../../../web/lib/model/load-model-on-demand.js'
import type { Model } from '../../../web/lib/model/model.js'

const wasm = new WebAssembly.Module(readFileSync(new URL('../../../dist/core-simd.wasm', import.meta.url)))

export async function startCore(): Promise<{ core: Core; memory: () => number }> {
  let memory: WebAssembly.Memory | undefined
  const instantiateWasm = (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => {
    WebAssembly.instantiate(wasm, imports).then((instance) => {
      memory = Object.values(instance.exports).find((e) => e instanceof WebAssembly.Memory)
      receive(instance, wasm)
    })
    return {}
  }
  const core = await Core.start(async () => ({ raw: (await createCore({ instantiateWasm })) as RawCore }))
  return { core, memory: () => memory?.buffer.byteLength ?? Number.NaN }
}

/** Loads a model and remembers where the core put it. */
export async function loadRaw(
  core: Core,
  request: LoadModelRequest,
): Promise<{ model: Model; address: number }> {
  const before = watchHandles(core)
  const model = await loadModel(core, openFile, request)
  return { model, address: before() }
}

const openFile: OpenUrl = async (url) => {
  const body = new Blob([readFileSync(new URL(url))]).stream() as ReadableStream<Uint8Array>
  return { body, from: String(url) }
}

// The address that createModel answered last.
function watchHandles(core: Core): () => number {
  let address = 0
  core.guard((raw) => {
    const create = raw.createModel
    raw.createModel = (spec) => {
      const made = create.call(raw, spec)
      address = made.handle
      raw.createModel = create
      return made
    }
  })
  return () => address
}

const NO_POSITIONS = {
  stacks: [],
  stackOf: new Int32Array(0),
  encoderStacks: [],
  encoderStackOf: new Int32Array(0),
}

/** The logits behind each token, fed one by one. */
export function cachedLogits(
  core: Core,
  model: number,
  ids: ArrayLike<number>,
  encoderIds: ArrayLike<number> = [],
): Float32Array[] {
  const session = core.call((raw) =>
    raw.createSession({
      model,
      prompt: 1,
      capacity: ids.length,
      seed: 1,
      override: false,
      ...NO_POSITIONS,
      encoderIds: Int32Array.from(encoderIds),
      encoderPositions: new Float32Array(0),
      encoderMask: new Uint8Array(0),
    }),
  ).handle
  try {
    return Array.from(ids, (id) => {
      core.call((raw) => raw.feed({ session, ids: Int32Array.of(id), more: false }))
      return core.call((raw) => raw.logits({ session })).data.slice()
    })
  } finally {
    core.call((raw) => raw.release({ handle: session }))
  }
}
