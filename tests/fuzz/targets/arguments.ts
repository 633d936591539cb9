// Right arguments of every function, changed at random into what JavaScript can offer.

import type { Random } from '../../support/random.js'
import { type Change, changedBy, changesOf } from '../changes.js'
import { attempt, type Bench, type Outcome, refused, type Target } from '../target.js'
import { hostile, type Json, live } from '../values.js'
import { withKnown } from './known.js'

export const callArguments: Target = { name: 'arguments', short: 4000, slowest: 15_000, open }

const noise = (...shape: number[]) => ({ $: 'noise', shape, seed: 1 })
const rope = { type: 'rope', base: 10_000, rotaryDim: 4, layout: 'half' }
const table = { type: 't5', table: noise(32, 2), bidirectional: true, maxDistance: 20 }

/** Right ones; each has what its function can take. */
const templates: Readonly<Record<string, Json[]>> = {
  attention: [
    noise(2, 3, 4),
    noise(2, 3, 4),
    noise(2, 3, 4),
    {
      position: [rope, { type: 'alibi', slopes: [0.5, 0.25] }],
      positions: { query: [0, 1, 2], key: [0, 1, 2] },
      attnMask: noise(2, 3, 3),
      isCausal: true,
      causalAlignment: 'bottom-right',
      window: [2, 1],
      scale: 0.5,
      softcap: 5,
      softcapWhere: 'afterBias',
      sinks: noise(2),
      return: ['weights', 'scores', 'ledger'],
      out: noise(2, 3, 4),
    },
  ],
  tensor: [[2, 3]],
  matmul: [noise(2, 3, 4), noise(2, 4, 5), { out: noise(2, 3, 5) }],
  softmax: [noise(2, 3, 4), { out: noise(2, 3, 4) }],
  layerNorm: [noise(2, 3, 4), { weight: noise(4), bias: noise(4), epsilon: 1e-5, out: noise(2, 3, 4) }],
  rmsNorm: [noise(2, 3, 4), { weight: noise(4), epsilon: 1e-5, out: noise(2, 3, 4) }],
  embed: [
    { type: 'sinusoidal', base: 100, layout: 'interleaved' },
    { positions: [0, 1, 5], dim: 8 },
  ],
  rotate: [rope, noise(2, 3, 4), { positions: [0, 1, 2], side: 'query', out: noise(2, 3, 4) }],
  bias: [table, { heads: 2, queries: 3, keys: 4, queryOffset: 1, dim: 4, scale: 1 }],
  frequencies: [
    { ...rope, scaling: { ropeType: 'linear', factor: 2 } },
    { dim: 8, length: 20 },
  ],
  place: [{ type: 'randomized', range: 64, seed: 3 }, { length: 9 }],
  measure: [rope, { heads: 2, dim: 8, length: 9, trainLength: 4, seed: 1 }],
  loadModel: [
    {
      config: {
        model_type: 'llama',
        hidden_size: 8,
        num_hidden_layers: 1,
        num_attention_heads: 2,
        vocab_size: 9,
      },
      weights: { $: 'uint8', values: [2, 0, 0, 0, 0, 0, 0, 0, 123, 125] },
    },
  ],
  liveHandles: [],
  ready: [],
}

const names = Object.keys(templates)

interface Case {
  name: string
  changes: Change[]
}

function make(random: Random): Json {
  const name = random.pick(names)
  const changes = changesOf(random, templates[name] as Json, () => hostile(random))
  return { name, changes } as unknown as Json
}

async function open(): Promise<Bench> {
  const { wf, known } = await withKnown()
  const functions = wf as unknown as Record<string, (...args: unknown[]) => unknown>

  async function run(value: Json): Promise<Outcome> {
    const { name = '', changes = [] } = value as unknown as Case
    if (!names.includes(name)) return 'refused'
    const args = live(changedBy(templates[name] as Json, changes)) as unknown[]
    let answer: unknown
    const outcome = attempt(() => {
      answer = functions[name]?.apply(wf, args)
    })
    const settled = await Promise.resolve(answer).then(
      () => outcome,
      (error) => refused(error),
    )
    ;(answer as { dispose?: () => void } | undefined)?.dispose?.()
    return settled
  }

  return { make, run, known, live: () => wf.liveHandles(), close() {} }
}
