// The toy GPT: all logits of a text of 256 tokens, and one more token after 255.

import { Random } from '../../../support/random.ts'
import { ExpectedRows } from '../expected-rows.js'
import { ReferenceGpt } from './gpt-reference.js'
import { config, gptWeights } from './gpt-weights.js'
import { sampledRows } from './sampled-rows.js'

export function gptForward({ tokens }) {
  const weights = gptWeights()
  const ids = seededIds(tokens)
  const reference = new ReferenceGpt(weights)
  const logits = ids.map((id) => reference.feed(id))
  const of = { rowCount: tokens, width: config.vocab_size, rows: sampledRows(tokens, 64) }
  return { weights, config, ids, ownTolerance: 1e-5, expected: [new ExpectedRows(of, (row) => logits[row])] }
}

/** Greedy: `tokens` follow the prompt, the first of them is what is fed after `past` tokens. */
export function gptDecode({ past, steps }) {
  const weights = gptWeights()
  const prompt = seededIds(past)
  const reference = new ReferenceGpt(weights)
  const first = likeliest(prompt.map((id) => reference.feed(id)).at(-1))
  const cache = { keys: copied(reference.keys), values: copied(reference.values) }
  const logits = reference.feed(first)
  const tokens = [first, likeliest(logits)]
  while (tokens.length <= steps) tokens.push(likeliest(reference.feed(tokens.at(-1))))
  const one = (width, values) => [new ExpectedRows({ rowCount: 1, width, rows: [0] }, () => values)]
  return {
    ...{ weights, config, prompt, tokens, steps, cache },
    ownTolerance: 1e-5,
    expected: one(config.vocab_size, logits),
    expectedTokens: one(tokens.length, Float64Array.from(tokens)),
  }
}

function seededIds(count) {
  const random = new Random(7)
  return Array.from({ length: count }, () => random.integer(0, config.vocab_size - 1))
}

/** Ids are compared exactly, so no second token may be nearly as likely. */
function likeliest(logits) {
  const order = [...logits.keys()].sort((a, b) => logits[b] - logits[a])
  if (!(logits[order[0]] - logits[order[1]] > 1e-3))
    throw new Error('two tokens are equally likely: choose another seed')
  return order[0]
}

/** Per layer [heads, tokens, headDim] of rows [heads · headDim] per token. */
function copied(layers) {
  const heads = config.n_head
  const headDim = config.n_embd / heads
  return layers.map((rows) => {
    const data = new Float32Array(rows.length * config.n_embd)
    rows.forEach((row, t) => {
      for (let h = 0; h < heads; h++) {
        data.set(row.subarray(h * headDim, (h + 1) * headDim), (h * rows.length + t) * headDim)
      }
    })
    return { data, shape: [heads, rows.length, headDim] }
  })
}
