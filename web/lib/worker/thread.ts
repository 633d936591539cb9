// The worker's side: one library instance and the models made from it.

import { expose, type ProxyMethods, releaseProxy, transfer } from 'comlink'
import createCore from 'whereformer-core'
import { WhereformerError } from '../boundary/errors.js'
import { isFloat32Array } from '../boundary/kinds.js'
import { fetchUrl } from '../checkpoint/source.js'
import { instanceOf } from '../load.js'
import { loadModel } from '../model/load-model.js'
import type { Model } from '../model/model.js'
import type { Whereformer } from '../whereformer.js'
import {
  type Callback,
  type Functions,
  type ModelFunctions,
  type Reply,
  type Thread,
  wireError,
} from './protocol.js'

let library: Promise<Whereformer> | undefined
const models = new Map<number, Model>()
const calls = new Map<number, AbortController>()
let lastModel = 0

const thread: Thread = {
  start: (module) =>
    reply(async () => {
      library = instanceOf(module, {
        glue: createCore,
        open: fetchUrl,
        loadModel,
        training: { code: noTraining, wasm: {} },
      })
      return (await library).info
    }),

  invoke: (name, args) =>
    reply(async () => {
      const wf = await started()
      return (wf[name] as (...args: unknown[]) => ReturnType<Functions[typeof name]>)(...args)
    }),

  loadModel: (call, request, onProgress) =>
    abortable(call, onProgress, async (signal, notify) => {
      const model = await (await started()).loadModel({ ...request, signal, onProgress: notify })
      models.set(++lastModel, model)
      const { spec, family, position, ignored } = model
      return { id: lastModel, spec, family, position, ignored }
    }),

  invokeModel: (id, name, args) =>
    reply(async () => {
      const model = modelOf(id)
      if (name === 'dispose') models.delete(id)
      return (model[name] as (...args: unknown[]) => ReturnType<ModelFunctions[typeof name]>)(...args)
    }),

  generate: (call, id, input, options, onToken) =>
    abortable(call, onToken, (signal, notify) =>
      // one of the two kinds of input that the overloads accept
      modelOf(id).generate(input as string, { ...options, signal, onToken: (...note) => notify(note) }),
    ),

  abort: (call) => calls.get(call)?.abort(),
}

const noTraining = () =>
  Promise.reject(
    new WhereformerError('ERR_UNSUPPORTED', 'trainers: got a worker of loadInWorker, wanted load()'),
  )

function started(): Promise<Whereformer> {
  if (!library) throw new WhereformerError('ERR_LOAD', 'the worker was not started')
  return library
}

function modelOf(id: number): Model {
  const model = models.get(id)
  if (!model) throw new WhereformerError('ERR_DISPOSED', 'the model was disposed of and cannot be used again')
  return model
}

async function reply<T>(work: () => Promise<T>): Promise<Reply<T>> {
  try {
    const value = await work()
    return transfer({ value }, arraysIn(value))
  } catch (cause) {
    return { error: wireError(cause) }
  }
}

// Results are new arrays and can be transferred; a learned table belongs to its model.
function arraysIn(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (isFloat32Array(value)) found.add(value.buffer as ArrayBuffer)
  else if (typeof value === 'object' && value !== null && !('position' in value)) {
    for (const part of Object.values(value)) arraysIn(part, found)
  }
  return [...found]
}

// The reply waits until all notifications are delivered, so that none arrives after it.
async function abortable<T, N>(
  call: number,
  callback: Callback<N> | undefined,
  work: (signal: AbortSignal, notify: (value: N) => void) => Promise<T>,
): Promise<Reply<T>> {
  const controller = new AbortController()
  const heard: (void | Promise<void>)[] = []
  calls.set(call, controller)
  const answer = await reply(() => work(controller.signal, (value) => void heard.push(callback?.(value))))
  await Promise.allSettled(heard)
  ;(callback as Partial<ProxyMethods> | undefined)?.[releaseProxy]?.()
  calls.delete(call)
  return answer
}

expose(thread)
