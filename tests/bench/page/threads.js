// One thread beside several, each in an instance of its own, interleaved; tensors lie on the heap, so that no copies are timed.
import { checkpoint, config } from './llama-135m.js'
import { Peak } from './peak-of-cores.js'

const SAMPLE_MS = 25
const WARM_MS = 300 // engines compile again what runs often

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
  for (const wf of instances) candidates.push(await kinds[kind](wf, ...sizes))
  const repeats = []
  for (const { run } of candidates) repeats.push(await repeatsOf(run))
  const samples = instances.map(() => [])
  const peaks = { one: [], two: [] }
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < candidates.length; i++) {
      const at = (i + round) % candidates.length
      samples[at].push(await timed(candidates[at].run, repeats[at]))
    }
    peaks.one.push(peak.ofOne(SAMPLE_MS))
    peaks.two.push(peak.ofTwo(SAMPLE_MS))
  }
  for (const { end } of candidates) end()
  return { samples, peaks }
}

/** Runs it until it is compiled and awake. @returns how often it has to run for a sample */
async function repeatsOf(run) {
  const begun = performance.now()
  let once = Number.POSITIVE_INFINITY
  while (performance.now() - begun < WARM_MS) once = Math.min(once, await timed(run, once < 1 ? 20 : 1))
  return Math.max(1, Math.round(SAMPLE_MS / Math.max(once, 0.001)))
}

async function timed(run, repeats) {
  const start = performance.now()
  for (let i = 0; i < repeats; i++) await run()
  return (performance.now() - start) / repeats
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
    return { run: () => model.forward({ inputIds: ids(+tokens) }), end: () => model.dispose() }
  },
  async decode(wf, tokens, type) {
    const model = await modelOf(wf, type)
    const options = { maxNewTokens: +tokens, temperature: 0, eosTokenId: [] }
    return { run: () => model.generate(ids(8), options), end: () => model.dispose() }
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

const ids = (length) => Int32Array.from({ length }, (_, i) => (7919 * i) % config.vocab_size)
