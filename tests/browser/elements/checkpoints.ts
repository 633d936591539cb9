// Folders of models for <wf-your-model>: in shards, with a file wrong or missing, and one of ordinary size.

import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type TensorData, wellFormed } from '../../support/safetensors-file.js'

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))
const TOKENIZER = at('tests/golden/tokenizers/byte-level-bpe/tokenizer.json')

/** A trained model of the page. */
export const ours = (name: string) => at(`web/demo/public/models/tiny-shakespeare-${name}`)
export const FILES = ['config.json', 'tokenizer.json', 'model.safetensors']
export const filesIn = (folder: string, names: readonly string[] = FILES) =>
  names.map((name) => join(folder, name))

/** Golden models have no tokenizer of their own. */
const golden = (name: string) => at(`tests/golden/models/${name}`)

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The letters of ids. */
export const lettersOf = (ids: Iterable<number>) => [...ids].map((id) => LETTERS[id] ?? '').join('')

/** A word of nine letters. */
export const wordOf = (id: number) => (LETTERS[id] ?? '').repeat(9)

/** A tokenizer.json that changes no text before or after its model. */
const tokenizerWith = (model: Record<string, unknown>) => ({
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: null,
  post_processor: null,
  decoder: { type: 'Fuse' },
  model,
})

const unigramOf = (vocab: readonly unknown[]) => tokenizerWith({ type: 'Unigram', unk_id: 0, vocab })

/** Byte pairs without a merge: a token per letter; other characters are the letter a. */
const tokenizerOf = (vocab: Record<string, number>) =>
  tokenizerWith({
    type: 'BPE',
    dropout: null,
    unk_token: 'a',
    continuing_subword_prefix: null,
    end_of_word_suffix: null,
    fuse_unk: false,
    byte_fallback: false,
    ignore_merges: false,
    vocab,
    merges: [],
  })

/** Folders of one test. */
export class Checkpoints {
  readonly #made: string[] = []

  async [Symbol.asyncDispose](): Promise<void> {
    for (const folder of this.#made) await rm(folder, { recursive: true, force: true })
  }

  /** A copy of a model; `change` returns what a file holds instead, undefined removes it. */
  async copy(from: string, change: Record<string, ((text: string) => string | Uint8Array) | undefined> = {}) {
    const folder = await this.#make()
    cpSync(from, folder, { recursive: true })
    for (const [name, edit] of Object.entries(change)) {
      const path = join(folder, name)
      if (edit) writeFileSync(path, edit(readFileSync(path, 'utf8')))
      else rmSync(path)
    }
    return folder
  }

  /** A golden model with a tokenizer, in which each id below `vocab` is a letter of its own. */
  async lettered(name: string): Promise<string> {
    const folder = await this.copy(golden(name))
    const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as { vocab_size: number }
    const vocab = Object.fromEntries(
      [...LETTERS].slice(0, config.vocab_size).map((letter, id) => [letter, id]),
    )
    writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerOf(vocab)))
    return folder
  }

  /** A golden model with a tokenizer, in which each id is a word of nine equal letters. */
  async worded(name: string): Promise<string> {
    const folder = await this.lettered(name)
    const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as { vocab_size: number }
    const vocab = Array.from({ length: config.vocab_size }, (_, id) => [wordOf(id), -1])
    writeFileSync(join(folder, 'tokenizer.json'), JSON.stringify(unigramOf(vocab)))
    return folder
  }

  /** The same model in two shards with an index. */
  async shards(from: string): Promise<string> {
    const folder = await this.copy(from)
    const tensors = Object.entries(tensorsOf(join(folder, 'model.safetensors')))
    const half = Math.floor(tensors.length / 2)
    const map: Record<string, string> = {}
    for (const [i, part] of [tensors.slice(0, half), tensors.slice(half)].entries()) {
      const name = `model-0000${i + 1}-of-00002.safetensors`
      writeFileSync(join(folder, name), wellFormed(Object.fromEntries(part)))
      for (const [tensor] of part) map[tensor] = name
    }
    rmSync(join(folder, 'model.safetensors'))
    writeFileSync(join(folder, 'model.safetensors.index.json'), JSON.stringify({ weight_map: map }))
    return folder
  }

  /** The shape of SmolLM2-135M: 135 million weights as 16-bit numbers, 269 MB. */
  async ordinary(): Promise<string> {
    const folder = await this.#make()
    writeFileSync(join(folder, 'config.json'), JSON.stringify(ORDINARY))
    cpSync(TOKENIZER, join(folder, 'tokenizer.json'))
    await writeWeights(join(folder, 'model.safetensors'), shapesOf(ORDINARY))
    return folder
  }

  async #make(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'checkpoint-'))
    this.#made.push(folder)
    return folder
  }
}

const ORDINARY = {
  model_type: 'llama',
  architectures: ['LlamaForCausalLM'],
  hidden_size: 576,
  num_hidden_layers: 30,
  num_attention_heads: 9,
  num_key_value_heads: 3,
  intermediate_size: 1536,
  vocab_size: 49_152,
  max_position_embeddings: 8192,
  rope_theta: 100_000,
  rms_norm_eps: 1e-5,
  hidden_act: 'silu',
  tie_word_embeddings: true,
}

function shapesOf(config: typeof ORDINARY): Map<string, number[]> {
  const { hidden_size: wide, intermediate_size: inner, num_attention_heads: heads } = config
  const keys = (wide / heads) * config.num_key_value_heads
  const shapes = new Map([['model.embed_tokens.weight', [config.vocab_size, wide]]])
  for (let layer = 0; layer < config.num_hidden_layers; layer++) {
    const name = (part: string) => `model.layers.${layer}.${part}.weight`
    shapes.set(name('input_layernorm'), [wide]).set(name('post_attention_layernorm'), [wide])
    shapes.set(name('self_attn.q_proj'), [wide, wide]).set(name('self_attn.k_proj'), [keys, wide])
    shapes.set(name('self_attn.v_proj'), [keys, wide]).set(name('self_attn.o_proj'), [wide, wide])
    shapes.set(name('mlp.gate_proj'), [inner, wide]).set(name('mlp.up_proj'), [inner, wide])
    shapes.set(name('mlp.down_proj'), [wide, inner])
  }
  return shapes.set('model.norm.weight', [wide])
}

/** Bytes of seeded small numbers, written again and again: only the shape of the model matters. */
const BLOCK = 2 ** 22

async function writeWeights(path: string, shapes: ReadonlyMap<string, number[]>): Promise<void> {
  let end = 0
  const header = Object.fromEntries(
    [...shapes].map(([name, shape]) => {
      const begin = end
      end += 2 * shape.reduce((product, n) => product * n, 1)
      return [name, { dtype: 'F16', shape, data_offsets: [begin, end] }]
    }),
  )
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(text.length))
  const block = smallNumbers(BLOCK / 2)
  const file = await open(path, 'w')
  try {
    await file.write(Buffer.concat([length, text]))
    for (let left = end; left > 0; left -= BLOCK) await file.write(block, 0, Math.min(BLOCK, left))
  } finally {
    await file.close()
  }
}

/** Half floats of magnitude 2⁻⁵ … 2⁻⁴, of both signs. */
function smallNumbers(count: number): Buffer {
  const values = new Uint16Array(count)
  let state = 1
  for (let i = 0; i < count; i++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    values[i] = ((state >>> 31) << 15) | (10 << 10) | ((state >>> 8) & 0x3ff)
  }
  return Buffer.from(values.buffer)
}

function tensorsOf(path: string): Record<string, TensorData> {
  const bytes = readFileSync(path)
  const length = Number(bytes.readBigUInt64LE(0))
  const header = JSON.parse(bytes.toString('utf8', 8, 8 + length)) as Record<
    string,
    { dtype: string; shape: number[]; data_offsets: [number, number] }
  >
  const { __metadata__: _, ...tensors } = header
  return Object.fromEntries(
    Object.entries(tensors).map(
      ([
        name,
        {
          dtype,
          shape,
          data_offsets: [begin, end],
        },
      ]) => [name, { dtype, shape, bytes: bytes.subarray(8 + length + begin, 8 + length + end) }],
    ),
  )
}
