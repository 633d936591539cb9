// The model of llama-135m.js as a GGUF file, version 3 (ggml/docs/gguf.md): the magic, counts, typed metadata, a table of tensors, then
// their data, each aligned. Numbers of types are those of that page.

import { config } from '../llama-135m.js'
import { idsOf, LONGEST, textOf } from '../token-ids.js'

const ALIGNMENT = 32
const BLOCK = 32 // values that share a scale in Q8_0
const valueTypes = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 }
const tensorTypes = { F32: 0, F16: 1, Q8_0: 8 }

/** A file that grows at its end. Integers are little-endian. */
class Bytes {
  #parts = []
  length = 0

  add(bytes) {
    this.#parts.push(bytes)
    this.length += bytes.length
  }

  number(kind, value) {
    const view = new DataView(new ArrayBuffer(kind.endsWith('64') ? 8 : 4))
    if (kind === 'uint64') view.setBigUint64(0, BigInt(value), true)
    if (kind === 'uint32') view.setUint32(0, value, true)
    if (kind === 'int32') view.setInt32(0, value, true)
    if (kind === 'float32') view.setFloat32(0, value, true)
    this.add(new Uint8Array(view.buffer))
  }

  string(text) {
    const bytes = new TextEncoder().encode(text)
    this.number('uint64', bytes.length)
    this.add(bytes)
  }

  /** @param {['uint32' | 'int32' | 'float32' | 'bool' | 'string', unknown]} value a list is an array of that type */
  value([type, value]) {
    if (!Array.isArray(value)) {
      this.number('uint32', valueTypes[type])
      return this.#plain(type, value)
    }
    this.number('uint32', valueTypes.array)
    this.number('uint32', valueTypes[type])
    this.number('uint64', value.length)
    for (const one of value) this.#plain(type, one)
  }

  align() {
    this.add(new Uint8Array(-this.length & (ALIGNMENT - 1)))
  }

  whole() {
    const all = new Uint8Array(this.length)
    this.#parts.reduce((at, part) => {
      all.set(part, at)
      return at + part.length
    }, 0)
    return all
  }

  #plain(type, value) {
    if (type === 'string') this.string(value)
    else if (type === 'bool') this.add(Uint8Array.of(Number(value)))
    else this.number(type, value)
  }
}

/**
 * @param {Record<string, ['uint32' | 'int32' | 'float32' | 'bool' | 'string', unknown]>} metadata
 * @param {{name: string, shape: number[], type: 'F32' | 'F16' | 'Q8_0', bytes: Uint8Array}[]} tensors shapes with rows first
 * @returns {Uint8Array}
 */
export function ggufFile(metadata, tensors) {
  const file = new Bytes()
  file.add(new TextEncoder().encode('GGUF'))
  file.number('uint32', 3)
  file.number('uint64', tensors.length)
  file.number('uint64', Object.keys(metadata).length)
  for (const [key, value] of Object.entries(metadata)) {
    file.string(key)
    file.value(value)
  }
  let at = 0
  for (const { name, shape, type, bytes } of tensors) {
    file.string(name)
    file.number('uint32', shape.length)
    for (const length of shape.toReversed()) file.number('uint64', length)
    file.number('uint32', tensorTypes[type])
    file.number('uint64', at)
    at += bytes.length + (-bytes.length & (ALIGNMENT - 1))
  }
  for (const { bytes } of tensors) {
    file.align()
    file.add(bytes)
  }
  file.align()
  return file.whole()
}

/** @param {'F16' | 'Q8_0'} type of the matrices; norms are float32, as llama.cpp wants them */
export function llamaGguf(weights, type) {
  const tensors = Object.entries(weights).map(([name, { shape, data }]) => {
    const rows = permuted(name, data, shape)
    const kind = shape.length === 1 ? 'F32' : type
    return { name: nameOf(name), shape, type: kind, bytes: encoded(rows, kind) }
  })
  return ggufFile(metadata(), tensors)
}

function metadata() {
  const { num_attention_heads: heads, hidden_size: width, vocab_size: vocab } = config
  return {
    'general.architecture': ['string', 'llama'],
    'general.alignment': ['uint32', ALIGNMENT],
    'llama.block_count': ['uint32', config.num_hidden_layers],
    'llama.context_length': ['uint32', config.max_position_embeddings],
    'llama.embedding_length': ['uint32', width],
    'llama.feed_forward_length': ['uint32', config.intermediate_size],
    'llama.attention.head_count': ['uint32', heads],
    'llama.attention.head_count_kv': ['uint32', config.num_key_value_heads],
    'llama.attention.layer_norm_rms_epsilon': ['float32', config.rms_norm_eps],
    'llama.rope.dimension_count': ['uint32', width / heads],
    'llama.rope.freq_base': ['float32', config.rope_theta],
    'llama.vocab_size': ['uint32', vocab],
    ...tokenizer(vocab),
  }
}

/** The least that loads: three special tokens and names for all others. Tokens of prompts are found in a text as they stand. */
function tokenizer(vocab) {
  const kinds = { normal: 1, unknown: 2, control: 3, userDefined: 4 }
  const others = Array.from({ length: vocab - 3 }, (_, i) => 3 + i)
  const prompts = new Set(idsOf(LONGEST))
  const kindOf = (id) => (prompts.has(id) ? kinds.userDefined : kinds.normal)
  const special = [kinds.unknown, kinds.control, kinds.control]
  return {
    'tokenizer.ggml.model': ['string', 'llama'],
    'tokenizer.ggml.tokens': ['string', ['<unk>', '<s>', '</s>', ...others.map(textOf)]],
    'tokenizer.ggml.scores': ['float32', Array.from({ length: vocab }, (_, i) => -i)],
    'tokenizer.ggml.token_type': ['int32', [...special, ...others.map(kindOf)]],
    'tokenizer.ggml.bos_token_id': ['uint32', 1],
    'tokenizer.ggml.eos_token_id': ['uint32', 2],
    'tokenizer.ggml.unknown_token_id': ['uint32', 0],
    'tokenizer.ggml.add_bos_token': ['bool', false],
    'tokenizer.ggml.add_space_prefix': ['bool', false],
  }
}

const parts = {
  input_layernorm: 'attn_norm',
  post_attention_layernorm: 'ffn_norm',
  'self_attn.q_proj': 'attn_q',
  'self_attn.k_proj': 'attn_k',
  'self_attn.v_proj': 'attn_v',
  'self_attn.o_proj': 'attn_output',
  'mlp.gate_proj': 'ffn_gate',
  'mlp.up_proj': 'ffn_up',
  'mlp.down_proj': 'ffn_down',
}

function nameOf(name) {
  if (name === 'model.embed_tokens.weight') return 'token_embd.weight'
  if (name === 'model.norm.weight') return 'output_norm.weight'
  const [, layer, part] = /^model\.layers\.(\d+)\.(.+)\.weight$/.exec(name)
  return `blk.${layer}.${parts[part]}.weight`
}

/** Checkpoints of Hugging Face rotate channels i and i + half, llama.cpp 2i and 2i + 1: rows of q and k change places within each head. */
function permuted(name, data, [rows, columns]) {
  const [, one] = /self_attn\.([qk])_proj/.exec(name) ?? []
  if (!one) return data
  const heads = one === 'q' ? config.num_attention_heads : config.num_key_value_heads
  const half = rows / heads / 2
  const out = new Float32Array(data.length)
  for (let row = 0; row < rows; row++) {
    const [head, within] = [Math.floor(row / (2 * half)), row % (2 * half)]
    const to = head * 2 * half + 2 * (within % half) + Math.floor(within / half)
    out.set(data.subarray(row * columns, (row + 1) * columns), to * columns)
  }
  return out
}

function encoded(values, type) {
  if (type === 'F32') return new Uint8Array(values.slice().buffer)
  return type === 'F16' ? new Uint8Array(Uint16Array.from(values, float16).buffer) : q8Blocks(values)
}

/** Q8_0: a scale in float16, the largest magnitude / 127, and 32 values divided by it and rounded. */
export function q8Blocks(values) {
  const out = new Uint8Array((values.length / BLOCK) * (2 + BLOCK))
  const view = new DataView(out.buffer)
  for (let from = 0, to = 0; from < values.length; from += BLOCK, to += 2 + BLOCK) {
    let largest = 0
    for (let i = 0; i < BLOCK; i++) largest = Math.max(largest, Math.abs(values[from + i]))
    const scale = largest / 127
    view.setUint16(to, float16(scale), true)
    for (let i = 0; i < BLOCK; i++)
      view.setInt8(to + 2 + i, scale === 0 ? 0 : Math.round(values[from + i] / scale))
  }
  return out
}

const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/** The nearest float16 of a number between 2^−24 and 65504, or of zero; ties to even. */
export function float16(x) {
  float[0] = x
  const sign = (bits[0] >>> 16) & 0x8000
  const size = Math.abs(x)
  if (size < 2 ** -14) return sign | evenRounded(size * 2 ** 24)
  const [exponent, rest] = [((bits[0] >>> 23) & 255) - 112, bits[0] & 0x7fffff]
  return sign | ((exponent << 10) + evenRounded(rest / 2 ** 13))
}

function evenRounded(x) {
  const below = Math.floor(x)
  const over = x - below
  return below + Number(over > 0.5 || (over === 0.5 && below % 2 === 1))
}
