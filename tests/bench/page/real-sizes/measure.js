// A model of 135 million weights in the engines that read one type of weights: what each says is compared with float32 weights, then the
// right ones are timed in turns.

import { openPeak } from '../engines/peak.js'
import { flopsOf } from '../llama-135m.js'
import { timeInRounds } from '../rounds.js'
import { idsOf } from '../token-ids.js'
import { openOwn } from './own.js'
import { differenceOf } from './said.js'

const ownModels = (type, threads) =>
  ['relaxed', 'simd'].map((variant) => [`whereformer ${variant}`, () => openOwn(variant, type, threads)])

/** Imported when they are needed: the page of the short benchmark has none of them. */
const peers = {
  F32: ['onnxruntime-web', async (threads) => (await import('./onnxruntime.js')).openOnnxruntime(threads)],
  F16: ['wllama', async (threads) => (await import('./wllama.js')).openWllama('F16', threads)],
  q8: ['wllama', async (threads) => (await import('./wllama.js')).openWllama('q8', threads)],
}

/**
 * @param {{type: 'F32' | 'F16' | 'q8', works: object[], threads: number, settings: object}} job works and settings as in items.mjs and rounds.js
 * @returns {Promise<{item: object, candidates: object[]}[]>} as measure.js of the other items returns candidates
 */
export async function measureRealSizes({ type, works, threads, settings }) {
  const expected = await expectedOf(works)
  const { models, failures } = await openAll(type, threads)
  const peaks = await Promise.all(['relaxed', 'simd'].map((variant) => openPeak(variant)))
  const measured = []
  for (const item of works) {
    const entries = [...peaks.flatMap((peak) => peakOf(peak)), ...models.map((model) => entryOf(model, item))]
    for (const entry of entries) await firstRun(entry, item, expected.get(item.id))
    await timeInRounds(
      entries.filter(({ refused }) => !refused),
      settings,
    )
    measured.push({ item, candidates: [...entries.map(plain), ...failures] })
  }
  for (const model of models) await model.dispose()
  return measured
}

/** By a model of float32 weights in the build without fused operations. */
async function expectedOf(works) {
  const model = await openOwn('simd', 'F32')
  const expected = new Map()
  for (const { id, prompt, steps } of works) expected.set(id, await model.say(idsOf(prompt), steps))
  model.dispose()
  return expected
}

async function openAll(type, threads) {
  const [peer, openPeer] = peers[type]
  const models = []
  const failures = []
  for (const [engine, open] of [...ownModels(type, threads), [peer, () => openPeer(threads)]]) {
    try {
      models.push(await open())
    } catch (error) {
      failures.push({ engine, mode: 'copies', refused: `failed: ${textOf(error)}` })
    }
  }
  return { models, failures }
}

function peakOf(peak) {
  return peak.always().map((candidate) => ({ ...candidate, engine: peak.name }))
}

function entryOf(model, { prompt, steps }) {
  const ids = idsOf(prompt)
  const of = { engine: model.name, own: model.own, mode: 'copies', model }
  if (steps === 1) return { ...of, flops: flopsOf(prompt, { rows: 1 }), run: () => model.generate(ids, 1) }
  return { ...of, ownClock: true, run: () => millisecondsPerStep(model, ids, steps) }
}

/** The first token ends the prompt's pass, each of the others is a step. */
async function millisecondsPerStep(model, ids, steps) {
  let first
  let last
  await model.generate(ids, steps, () => {
    last = performance.now()
    first ??= last
  })
  return (last - first) / (steps - 1)
}

async function firstRun(entry, { prompt, steps, tolerance }, expected) {
  try {
    if (entry.model) {
      const { difference, steps: compared } = differenceOf(
        await entry.model.say(idsOf(prompt), steps),
        expected,
      )
      const allowed = tolerance[entry.own ? 'own' : 'peer']
      Object.assign(entry, { difference, compared, tolerance: allowed })
      if (!(difference <= allowed))
        throw new Error(`off by ${difference.toPrecision(2)}, at most ${allowed} is right`)
    }
    const start = performance.now()
    await entry.run()
    entry.roughly = performance.now() - start
  } catch (error) {
    entry.refused =
      entry.difference > entry.tolerance ? `wrong: ${textOf(error)}` : `failed: ${textOf(error)}`
  }
}

function plain({ engine, mode, flops, difference, compared, refused, repeats, samples }) {
  return { engine, mode, flops, difference, compared, repeats, ...(refused ? { refused } : { samples }) }
}

function textOf(error) {
  return String(error?.message ?? error)
    .split('\n')[0]
    .slice(0, 200)
}
