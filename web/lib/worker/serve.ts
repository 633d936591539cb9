// The worker's side: one library instance, and the models and trainers made from it.

import { expose, type ProxyMethods, releaseProxy, transfer } from 'comlink'
import { WhereformerError } from '../boundary/errors.js'
import { isFloat32Array } from '../boundary/kinds.js'
import type { ThreadsInfo } from '../boundary/threads-info.js'
import type { Cache } from '../model/cache.js'
import type { Model } from '../model/model.js'
import type { Trainer } from '../train/trainer.js'
import type { Whereformer } from '../whereformer.js'
import type { OpenFurther } from './further.js'
import { libraryOf } from './library.js'
import {
  type Answer,
  type Callback,
  fromWire,
  type ModelFunctions,
  type Reply,
  type Thread,
  type TrainerFunctions,
  type TrainModule,
  wireError,
} from './protocol.js'

let library: Promise<Whereformer> | undefined
const models = new Map<number, Model>()
const trainers = new Map<number, Trainer>()
const caches = new Map<number, Cache>()
const calls = new Map<number, AbortController>()
/** The last id that a model, a trainer or a cache was given. */
let lastId = 0

const threadWith = (open: OpenFurther): Thread => ({
  start: (module, core, trainModule, note, furtherAt) =>
    reply(async () => {
      library = libraryOf(module, core, () => moduleOf(trainModule), open(furtherAt))
      const { info } = await library
      announce = announcer(info, note)
      return info
    }),

  invoke: (name, args) =>
    reply(async () => {
      const wf = await started()
      // spread: the arguments of a call
      return await (wf[name] as (...args: unknown[]) => Answer<typeof name>)(...args)
    }),

  identify: (call, request, onProgress) =>
    abortable(call, onProgress, async (signal, notify) =>
      (await started()).identify(request, { signal, onProgress: notify }),
    ),

  loadModel: (call, { options, ...request }, onProgress) =>
    abortable(call, onProgress, async (signal, notify) => {
      const model = await (await started()).loadModel({ ...request, signal, onProgress: notify }, options)
      models.set(++lastId, model)
      return { id: lastId, ...describedModel(model) }
    }),

  invokeModel: (id, name, args) =>
    reply(async () => {
      const model = modelOf(id)
      if (name === 'dispose') models.delete(id)
      // spread: the arguments of a call
      return (model[name] as (...args: unknown[]) => ReturnType<ModelFunctions[typeof name]>)(...args)
    }),

  trainer: (request) =>
    reply(async () => {
      const wf = await started()
      const trainer =
        'files' in request ? await wf.resumeTrainer(request.files) : await wf.trainer(request.options)
      trainers.set(++lastId, trainer)
      return { id: lastId, ...describedModel(trainer.model), steps: trainer.steps }
    }),

  invokeTrainer: (id, name, args) =>
    reply(async () => {
      const trainer = trainerOf(id)
      if (name === 'dispose') trainers.delete(id)
      // spread: the arguments of a call
      return (trainer[name] as (...args: unknown[]) => ReturnType<TrainerFunctions[typeof name]>)(...args)
    }),

  trainerPosition: (id) => reply(async () => ({ position: trainerOf(id).model.position })),

  generate: (call, id, input, options, past, onToken) =>
    abortable(call, onToken, (signal, notify) =>
      // one of the two kinds of input that the overloads accept
      modelOf(id).generate(input as string, {
        ...withPast(options, past),
        signal,
        onToken: (...note) => notify(note),
      }),
    ),

  embed: (call, id, texts, options) =>
    abortable(call, undefined, (signal) => modelOf(id).embed(texts, { ...options, signal })),

  stream: (call, id, input, options, past, onPiece) =>
    abortable(call, onPiece, async (signal, notify) => {
      const all = { ...withPast(options, past), signal }
      for await (const piece of modelOf(id).stream(input as string, all)) notify(piece)
    }),

  cache: (id, options) =>
    reply(async () => {
      const cache = modelOf(id).cache(options)
      caches.set(++lastId, cache)
      return { id: lastId, capacity: cache.capacity }
    }),

  shortenCache: (id, name, args) =>
    reply(async () => {
      const cache = cacheOf(id)
      // spread: the arguments of a call
      ;(cache[name] as (...args: unknown[]) => void)(...args)
      return cache.length
    }),

  disposeCache: (id) =>
    reply(async () => {
      caches.get(id)?.dispose()
      caches.delete(id)
    }),

  forwardAfter: (id, { ids, single }, input, options) =>
    reply(async () => {
      const past = ids.map(cacheOf)
      const result = modelOf(id).forward({ ...input, past: single ? (past[0] as Cache) : past }, options)
      return { result, lengths: past.map(({ length }) => length) }
    }),

  abort: (call) => calls.get(call)?.abort(),
})

async function moduleOf(trainModule: TrainModule): Promise<WebAssembly.Module | undefined> {
  const found = await trainModule()
  if ('error' in found) throw fromWire(found.error)
  return found.value
}

const describedModel = ({ spec, family, position, ignored, ofFile }: Model) => ({
  ...{ spec, family, position, ignored, ofFile },
})

function started(): Promise<Whereformer> {
  if (!library) throw new WhereformerError('ERR_LOAD', 'the worker was not started')
  return library
}

function modelOf(id: number): Model {
  const model = models.get(id) ?? trainers.get(id)?.model
  if (!model) throw new WhereformerError('ERR_DISPOSED', 'the model was disposed of and cannot be used again')
  return model
}

function cacheOf(id: number): Cache {
  const cache = caches.get(id)
  if (cache) return cache
  throw new WhereformerError('ERR_DISPOSED', 'the cache was disposed of and cannot be used again')
}

const withPast = <T>(options: T, past: number | undefined) => ({
  ...options,
  ...(past !== undefined && { past: cacheOf(past) }),
})

function trainerOf(id: number): Trainer {
  const trainer = trainers.get(id)
  if (trainer) return trainer
  throw new WhereformerError('ERR_DISPOSED', 'the trainer was disposed of and cannot be used again')
}

async function reply<T>(work: () => Promise<T>): Promise<Reply<T>> {
  try {
    const value = await work()
    await announce()
    return transfer({ value }, arraysIn(value))
  } catch (cause) {
    return { error: wireError(cause) }
  }
}

/** Tells the page what has changed of the threads, before it hears of the call. */
let announce: () => Promise<void> = async () => {}

function announcer(info: Whereformer['info'], note: Callback<ThreadsInfo>): () => Promise<void> {
  let said = JSON.stringify(info.threads)
  return async () => {
    const { threads } = info
    const now = JSON.stringify(threads)
    if (now === said) return
    said = now
    await note(threads)
  }
}

// The buffers of a result that are transferred: results are new arrays, but a learned table belongs to its model.
function arraysIn(value: unknown, found = new Set<ArrayBuffer>()): ArrayBuffer[] {
  if (isFloat32Array(value)) found.add(value.buffer as ArrayBuffer)
  else if (typeof value === 'object' && value !== null && !('position' in value)) {
    for (const part of Object.values(value)) arraysIn(part, found)
  }
  return [...found]
}

// Replies to a request that can be aborted, after all its notifications are delivered, so that none arrives later.
async function abortable<T, N>(
  call: number,
  callback: Callback<N> | undefined,
  work: (signal: AbortSignal, notify: (value: N) => void) => Promise<T>,
): Promise<Reply<T>> {
  const controller = new AbortController()
  const callbacks: (void | Promise<void>)[] = []
  calls.set(call, controller)
  const answer = await reply(() => work(controller.signal, (value) => void callbacks.push(callback?.(value))))
  await Promise.allSettled(callbacks)
  ;(callback as Partial<ProxyMethods> | undefined)?.[releaseProxy]?.()
  calls.delete(call)
  return answer
}

/** @param open brings what few workers need */
export const serveLibrary = (open: OpenFurther): void => expose(threadWith(open))
