// The request of loadModel(): the worker's side of the page reads it, too, which loads none of the families.

import type { Progress } from '../checkpoint/progress.js'
import type { WeightsSource } from '../checkpoint/shards.js'
import type { EmbeddingDefaults } from './embed.js'

export interface LoadModelRequest {
  /**
   * The parsed config.json. GGUF files bring their own, so that it may be absent; where it is given it rules, and has to be of the
   * architecture and the sizes of the file. Before anything is read, sizes that the core does not accept are refused (ERR_VALUE, ERR_SHAPE), and
   * weights that exceed the 2 GiB of WebAssembly even in 16 bits (ERR_OOM; in 8 bits with `q8`); before tensors are read, weights that
   * exceed it in their own types.
   */
  config?: object
  /**
   * One file, its shards, or an index and the files that it names: safetensors, GGUF, or what torch.save writes of a state_dict
   * (pytorch_model.bin). Matrices stay in their type, F32, F16 or BF16, and give the numbers of the same values as float32; an F16 tensor
   * with a value from 128 up is kept as float32. Blocks of GGUF (Q4_0 to Q8_0, Q2_K to Q6_K) become the float32 numbers that they stand
   * for. With `{ weights: 'q8' }` as options matrices are rounded to 8 bits, those of blocks too. A T5 file in which tables of tokens that are tied differ is read
   * twice: as in transformers 5, they are then not tied.
   */
  weights: WeightsSource
  /**
   * The parsed tokenizer.json; of a folder that has none, its files by their names: `{ 'vocab.txt': text, 'tokenizer_config.json': parsed }`
   * (JSON parsed or as text, vocabularies of SentencePiece as bytes). GGUF files bring their own, which is used where none is given.
   */
  tokenizer?: object
  /**
   * The parsed generation_config.json: what generate() and stream() do where their options say nothing. As in transformers, `do_sample`
   * decides between sampling (with `top_k` 50 where the file has none) and greedy; what is not done here (`num_beams`, `forced_bos_token_id`
   * …) is listed in `model.ignored.fields` with `generation_config.` before its name.
   */
  generationConfig?: object
  /** The parsed tokenizer_config.json: its chat template, and the special tokens that templates write. */
  tokenizerConfig?: object
  /** The text of chat_template.jinja, which goes before the template of tokenizerConfig. */
  chatTemplate?: string
  /** What embed() does where its options say nothing; fromPretrained() reads it from the files of sentence-transformers. */
  embedding?: EmbeddingDefaults
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

export const REQUEST_FIELDS = [
  'config',
  'weights',
  'tokenizer',
  'generationConfig',
  'tokenizerConfig',
  'chatTemplate',
  'embedding',
  'signal',
  'onProgress',
] as const
