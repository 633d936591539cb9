// A LLaMA of 135 million random weights, as a checkpoint in any type: its weights exceed every cache, and are values of all three types.

export const config = {
  model_type: 'llama',
  hidden_size: 576,
  intermediate_size: 1536,
  num_hidden_layers: 30,
  num_attention_heads: 9,
  num_key_value_heads: 3,
  vocab_size: 49152,
  max_position_embeddings: 8192,
  rms_norm_eps: 1e-5,
  rope_theta: 100000,
  tie_word_embeddings: true,
}

const { hidden_size: width, intermediate_size: hidden, num_hidden_layers: layers } = config
const keys = (width / config.num_attention_heads) * config.num_key_value_heads

const shapes = [
  ['model.embed_tokens.weight', [config.vocab_size, width]],
  ...Array.from({ length: layers }, (_, i) => layer(`model.layers.${i}`)).flat(),
  ['model.norm.weight', [width]],
]

/** Weights of all matrices. */
export const weightCount = shapes.reduce((sum, [, shape]) => sum + count(shape), 0)

function layer(name) {
  const projections = { q: [width, width], k: [keys, width], v: [keys, width], o: [width, width] }
  const mlp = { gate: [hidden, width], up: [hidden, width], down: [width, hidden] }
  return [
    [`${name}.input_layernorm.weight`, [width]],
    ...Object.entries(projections).map(([one, shape]) => [`${name}.self_attn.${one}_proj.weight`, shape]),
    [`${name}.post_attention_layernorm.weight`, [width]],
    ...Object.entries(mlp).map(([one, shape]) => [`${name}.mlp.${one}_proj.weight`, shape]),
  ]
}

function count(shape) {
  return shape.reduce((product, n) => product * n, 1)
}

/**
 * Operations of a pass over `tokens` after `past`: two for each weight and token, and causal attention's two products.
 * @param {number} [rows] after how many of the tokens logits are computed; all when absent
 */
export function flopsOf(tokens, { past = 0, rows = tokens } = {}) {
  const head = config.vocab_size * width
  const pairs = tokens * past + (tokens * (tokens + 1)) / 2
  return 2 * ((weightCount - head) * tokens + head * rows) + 4 * width * pairs * layers
}

const PERIOD = 65521

/** @param {'F32' | 'F16' | 'BF16'} type @returns {Uint8Array} a safetensors file */
export function checkpoint(type) {
  const size = type === 'F32' ? 4 : 2
  const header = {}
  let end = 0
  for (const [name, shape] of shapes) {
    header[name] = { dtype: type, shape, data_offsets: [end, end + size * count(shape)] }
    end += size * count(shape)
  }
  const json = JSON.stringify(header)
  const text = new TextEncoder().encode(json.padEnd(json.length + (-json.length & 7)))
  const file = new Uint8Array(8 + text.length + end)
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true)
  file.set(text, 8)
  const numbers = encoded(normals(), type)
  const [one] = encoded(Float32Array.of(1), type)
  const all = new numbers.constructor(file.buffer, 8 + text.length)
  let at = 0
  for (const [, shape] of shapes) {
    const until = at + count(shape)
    if (shape.length === 1) all.fill(one, at, until)
    else for (let from = at; from < until; from += PERIOD) all.set(numbers.subarray(0, until - from), from)
    at = until
  }
  return file
}

/** With seven bits of mantissa, and none so small that float16 has fewer. */
function normals() {
  const values = new Float32Array(PERIOD)
  const bits = new Uint32Array(values.buffer)
  let state = 12345
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  for (let i = 0; i < PERIOD; i++) {
    const x = 0.04 * Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
    values[i] = Math.abs(x) < 2 ** -14 ? 2 ** -14 : x
    bits[i] &= 0xffff0000
  }
  return values
}

function encoded(values, type) {
  if (type === 'F32') return values
  const bits = new Uint32Array(values.buffer)
  if (type === 'BF16') return Uint16Array.from(bits, (one) => one >>> 16)
  return Uint16Array.from(bits, (one) => ((one >>> 16) & 0x8000) | (((one & 0x7fffffff) - (112 << 23)) >> 13))
}
