// One thread beside several, each in an instance of its own, interleaved; tensors lie on the heap, so that no copies are timed.
import { checkpoint, config } from './llama-135m.js'
import { Peak } from './peak-of-cores.js'
import { timeInRounds } from './rounds.js'
import { idsOf } from './token-ids.js'
import { ownTrainer } from './training/own.js'
import { batchOf, sizes } from './training/problem.js'

const SAMPLE_MS = 25

/**
 * @returns of each item its samples in milliseconds, one list for each number of threads, and the peak of one core and of two at once in
 * GFLOP/s, in the same rounds
 * @param {{variant: 'simd' | 'relaxed', numbers: number[], rounds: number, items: string[]}} job
 */
export async function measureThreads({ variant, numbers, rounds, items }) {
  const { load } = await import('/dist/web.mjs')
  const instances = []
  for (const threads of numbers) instances.push(await load({ variant, threads }))
  const infos = instances.map(({ info }) => info.threads)
  const peak = await Peak.of(variant)
  const results = {}
  for (const item of items) results[item] = await measured(instances, peak, item, rounds)
  peak.end()
  return { infos, results }
}

async function measured(instances, peak, item, rounds) {
  const [kind, ...sizes] = item.split(' ')
  const candidates = []
  for (const wf of instances) candidates.push({ ...(await kinds[kind](wf, ...sizes)), roughly: 0 })
  const peaks = ['ofOne', 'ofTwo'].map((of) => ({
    ...{ run: () => peak[of](SAMPLE_MS), ownClock: true, roughly: SAMPLE_MS },
  }))
  const settings = { rounds, sampleMs: SAMPLE_MS, budgetMs: Number.POSITIVE_INFINITY }
  await timeInRounds([...candidates, ...peaks], settings)
  for (const { end } of candidates) end()
  const [one, two] = peaks.map(({ samples }) => samples)
  return { samples: candidates.map(({ samples }) => samples), peaks: { one, two } }
}

const kinds = {
  attention: (wf, n, how) =>
    onHeap(
      wf,
      [
        [8, +n, 64],
        [8, +n, 64],
        [8, +n, 64],
        [8, +n, 64],
      ],
      ([q, k, v, out]) => wf.attention(q, k, v, { ...options[how ?? 'plain'], out }),
    ),
  matmul: (wf, rows, inner, columns) =>
    onHeap(
      wf,
      [
        [+rows, +inner],
        [+inner, +columns],
        [+rows, +columns],
      ],
      ([a, b, out]) => wf.matmul(a, b, { out }),
    ),
  softmax: (wf, rows, width) =>
    onHeap(
      wf,
      [
        [+rows, +width],
        [+rows, +width],
      ],
      ([x, out]) => wf.softmax(x, { out }),
    ),
  layerNorm: (wf, rows, width) =>
    onHeap(
      wf,
      [
        [+rows, +width],
        [+rows, +width],
      ],
      ([x, out]) => wf.layerNorm(x, { out }),
    ),
  async prefill(wf, tokens, type) {
    const model = await modelOf(wf, type)
    return { run: () => model.forward({ inputIds: idsOf(+tokens) }), end: () => model.dispose() }
  },
  async decode(wf, tokens, type) {
    const model = await modelOf(wf, type)
    const options = { maxNewTokens: +tokens, temperature: 0, eosTokenId: [] }
    return { run: () => model.generate(idsOf(8), options), end: () => model.dispose() }
  },
  async train(wf, name) {
    const size = sizes[name]
    const trainer = await ownTrainer(wf, size, batchOf(size))
    return { run: trainer.step, end: trainer.dispose }
  },
}

const options = {
  plain: {},
  causal: { isCausal: true },
  alibi: { position: { type: 'alibi' } },
}

function onHeap(wf, shapes, run) {
  const tensors = shapes.map((shape) => wf.tensor(shape))
  for (const { data } of tensors) for (let i = 0; i < data.length; i++) data[i] = Math.sin(i * i)
  const end = () => {
    for (const tensor of tensors) tensor.dispose()
  }
  return { run: () => run(tensors), end }
}

function modelOf(wf, type) {
  const q8 = type === 'q8'
  const request = { config, weights: checkpoint(q8 ? 'F32' : type) }
  return wf.loadModel(request, { weights: q8 ? 'q8' : 'stored' })
}
