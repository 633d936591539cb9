// The toy GPT out of an engine's operations: a whole text, or tokens after a cache of keys and values.

import { transposed } from '../transposed.js'
import { addedTensor, attentionGraph } from './attention.js'

/**
 * Constants are made once, so that engines which compute at once keep them between runs.
 * @param {object} problem weights under the names of GPT-2 checkpoints, and the config
 * @param {{tokens: number, past: number}} sizes how many tokens come at once, and after how many
 * @returns {(ids, cache?: {keys: object[], values: object[]}) => {logits, keys, values}} keys and values of a layer are
 *   [heads, tokens so far, headDim]
 */
export function gptGraph(ops, { weights, config }, { tokens, past }) {
  const { n_layer: layers, n_embd: width, n_head: heads, vocab_size: vocab } = config
  const constants = {
    table: ops.constant(weights['wte.weight']),
    positions: ops.constant(rowsOf(weights['wpe.weight'], past, past + tokens)),
    mask: past > 0 ? undefined : ops.constant(addedTensor({ causal: true, shape: [heads, tokens] })),
    norm: normOf(ops, weights, 'ln_f', config),
    head: ops.weight(transposed(weights['wte.weight'])),
    noBias: ops.constant({ data: new Float32Array(vocab), shape: [vocab] }),
  }
  const blocks = Array.from({ length: layers }, (_, layer) => blockOf(ops, weights, `h.${layer}`, config))
  const scale = 1 / Math.sqrt(width / heads)
  return (ids, cache) => {
    let x = ops.add(ops.gather(constants.table, ids), constants.positions)
    const made = { keys: [], values: [] }
    blocks.forEach((block, layer) => {
      const [q, newKeys, newValues] = splitHeads(ops, block.qkv(block.norm1(x)), heads)
      const k = cache ? ops.concat([cache.keys[layer], newKeys], 1) : newKeys
      const v = cache ? ops.concat([cache.values[layer], newValues], 1) : newValues
      const mixed = attentionGraph(ops, { q, k, v, added: constants.mask, scale })
      x = ops.add(x, block.output(joinHeads(ops, mixed)))
      x = ops.add(x, block.down(ops.gelu(block.up(block.norm2(x)))))
      made.keys.push(k)
      made.values.push(v)
    })
    return { logits: ops.linear(constants.norm(x), constants.head, constants.noBias), ...made }
  }
}

function blockOf(ops, weights, name, config) {
  return {
    norm1: normOf(ops, weights, `${name}.ln_1`, config),
    qkv: linearOf(ops, weights, `${name}.attn.c_attn`),
    output: linearOf(ops, weights, `${name}.attn.c_proj`),
    norm2: normOf(ops, weights, `${name}.ln_2`, config),
    up: linearOf(ops, weights, `${name}.mlp.c_fc`),
    down: linearOf(ops, weights, `${name}.mlp.c_proj`),
  }
}

function normOf(ops, weights, name, { layer_norm_epsilon: epsilon }) {
  const [weight, bias] = ['weight', 'bias'].map((part) => ops.constant(weights[`${name}.${part}`]))
  return (x) => ops.layerNorm(x, weight, bias, epsilon)
}

function linearOf(ops, weights, name) {
  const weight = ops.weight(weights[`${name}.weight`])
  const bias = ops.constant(weights[`${name}.bias`])
  return (x) => ops.linear(x, weight, bias)
}

/** [tokens, 3 · width] → three times [heads, tokens, headDim] */
function splitHeads(ops, qkv, heads) {
  const [tokens, three] = qkv.shape
  const width = three / 3
  return [0, 1, 2].map((i) => {
    const part = ops.slice(qkv, 1, i * width, (i + 1) * width)
    return ops.transpose(ops.reshape(part, [tokens, heads, width / heads]), [1, 0, 2])
  })
}

function joinHeads(ops, x) {
  const [heads, tokens, headDim] = x.shape
  return ops.reshape(ops.transpose(x, [1, 0, 2]), [tokens, heads * headDim])
}

function rowsOf({ data, shape: [, width] }, from, to) {
  return { data: data.slice(from * width, to * width), shape: [to - from, width] }
}

/** A cache as named inputs of a graph: keys0, keys1, …, values0, … */
export function flattened({ keys, values }) {
  const named = (name, list) => list.map((tensor, layer) => [`${name}${layer}`, tensor])
  return Object.fromEntries([...named('keys', keys), ...named('values', values)])
}

export function unflattened(named) {
  const list = (name) =>
    Object.keys(named)
      .filter((key) => key.startsWith(name))
      .map((key) => named[key])
  return { keys: list('keys'), values: list('values') }
}

/** One token after a cache, for engines whose graphs have named inputs and a list of outputs; the new cache is among them. */
export function decodeGraph(problem) {
  return (ops) => {
    const step = gptGraph(ops, problem, { tokens: 1, past: problem.prompt.length })
    return ({ ids, ...cache }) => {
      const { logits, keys, values } = step(ids, unflattened(cache))
      return [logits, ...keys, ...values]
    }
  }
}

export function forwardGraph(problem) {
  return (ops) => {
    const pass = gptGraph(ops, problem, { tokens: problem.ids.length, past: 0 })
    return ({ ids }) => [pass(ids).logits]
  }
}
