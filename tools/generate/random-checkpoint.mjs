// A checkpoint of random weights in a temporary folder, of a size that people load: only its shape matters.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const config = {
  ...{ model_type: 'llama', architectures: ['LlamaForCausalLM'], hidden_act: 'silu' },
  ...{ hidden_size: 512, intermediate_size: 1408, num_hidden_layers: 12, vocab_size: 26 },
  ...{ num_attention_heads: 8, num_key_value_heads: 8, max_position_embeddings: 2048 },
  ...{ rope_theta: 10_000, rms_norm_eps: 1e-5, tie_word_embeddings: true },
}

/** A token per letter. */
const tokenizer = {
  version: '1.0',
  ...{ truncation: null, padding: null, added_tokens: [], normalizer: null, pre_tokenizer: null },
  ...{ post_processor: null, decoder: { type: 'Fuse' } },
  model: {
    ...{ type: 'BPE', dropout: null, unk_token: 'a', continuing_subword_prefix: null },
    ...{ end_of_word_suffix: null, fuse_unk: false, byte_fallback: false, ignore_merges: false },
    ...{
      vocab: Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz'].map((letter, i) => [letter, i])),
      merges: [],
    },
  },
}

/** @returns its folder, the paths of its files, and the bytes of the weights */
export function randomCheckpoint() {
  const folder = mkdtempSync(join(tmpdir(), 'random-checkpoint-'))
  const weights = weightsFile()
  const contents = {
    'config.json': JSON.stringify(config),
    'tokenizer.json': JSON.stringify(tokenizer),
    'model.safetensors': weights,
  }
  const files = Object.keys(contents).map((name) => join(folder, name))
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content)
  return { folder, files, bytes: weights.length }
}

function weightsFile() {
  let end = 0
  const header = Object.fromEntries(
    shapes().map(([name, shape]) => {
      const begin = end
      end += 2 * shape.reduce((product, n) => product * n, 1)
      return [name, { dtype: 'F16', shape, data_offsets: [begin, end] }]
    }),
  )
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  return Buffer.concat([length, text, smallHalves(end / 2)])
}

function shapes() {
  const { hidden_size: wide, intermediate_size: inner, num_hidden_layers: layers, vocab_size: vocab } = config
  const ofLayer = {
    ...{ input_layernorm: [wide], post_attention_layernorm: [wide] },
    ...{ 'self_attn.q_proj': [wide, wide], 'self_attn.k_proj': [wide, wide] },
    ...{ 'self_attn.v_proj': [wide, wide], 'self_attn.o_proj': [wide, wide] },
    ...{ 'mlp.gate_proj': [inner, wide], 'mlp.up_proj': [inner, wide], 'mlp.down_proj': [wide, inner] },
  }
  const layersOf = Array.from({ length: layers }, (_, layer) =>
    Object.entries(ofLayer).map(([part, shape]) => [`model.layers.${layer}.${part}.weight`, shape]),
  )
  return [['model.embed_tokens.weight', [vocab, wide]], ...layersOf.flat(), ['model.norm.weight', [wide]]]
}

/** Half floats of magnitude 2⁻⁵ … 2⁻⁴, of both signs, from one seed. */
function smallHalves(count) {
  const values = new Uint16Array(count)
  let state = 1
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    values[i] = ((state >>> 31) << 15) | (10 << 10) | ((state >>> 8) & 0x3ff)
  }
  return Buffer.from(values.buffer)
}
