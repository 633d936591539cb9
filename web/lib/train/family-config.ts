// Many specs are those of a family that transformers knows. Such a model is kept under that family's config and names, so that
// transformers opens it; whether it is the same model is read back from the config, not assumed.

import type { Fields } from '../boundary/checks.js'
import { WhereformerError } from '../boundary/errors.js'
import type { Tensor } from '../boundary/tensor.js'
import type { Activation, ModelSpec } from '../families/family.js'
import { type Recipe, recipeOf } from '../families/index.js'
import { encodings } from '../position/catalogue.js'
import { isReference } from '../position/table-reference.js'

interface Described {
  config: Fields
  recipe: Recipe
  tables: ReadonlyMap<string, Tensor>
}

/** A model under the config of a family that describes the same one, if there is such a family; else as it is. */
export function inFamily(own: Described): Described {
  for (const write of [gpt2, llama, bloom]) {
    const config = write(own.recipe.spec, own.recipe.positions.decoder[0])
    const recipe = readBack(config)
    const names = recipe && sameModel(own.recipe, recipe)
    if (names) {
      const tables = [...own.tables].map(([name, table]) => [names.get(name) ?? name, table] as const)
      return { config, recipe, tables: new Map(tables) }
    }
  }
  return own
}

const PREFIXES: Readonly<Record<string, string>> = {
  gpt2: 'transformer.',
  bloom: 'transformer.',
  llama: 'model.',
}

/** The name of a tensor in the files that transformers writes. */
export function fileName({ family }: Recipe, name: string): string {
  return name === 'lm_head.weight' ? name : (PREFIXES[family.name] ?? '') + name
}

const WORDS: Readonly<Record<Activation, string>> = {
  silu: 'silu',
  gelu: 'gelu',
  gelu_tanh: 'gelu_new',
  relu: 'relu',
  tanh: 'tanh',
  relu2: 'relu2',
}

// Fields of any config; tokens with a meaning of their own are not known.
const usual = (architecture: string, { vocab, tieHead }: ModelSpec) => ({
  architectures: [architecture],
  vocab_size: vocab,
  tie_word_embeddings: tieHead,
  bos_token_id: null,
  eos_token_id: null,
  torch_dtype: 'float32',
})

const gpt2 = (s: ModelSpec, position: unknown): Fields => ({
  model_type: 'gpt2',
  ...usual('GPT2LMHeadModel', s),
  n_embd: s.dModel,
  n_layer: s.layers,
  n_head: s.heads,
  n_inner: s.dFf,
  n_positions: rowsOfTable(position) ?? s.maxPositions,
  layer_norm_epsilon: s.normEpsilon,
  activation_function: WORDS[s.activation],
})

const llama = (s: ModelSpec, position: unknown): Fields => ({
  model_type: 'llama',
  ...usual('LlamaForCausalLM', s),
  hidden_size: s.dModel,
  num_hidden_layers: s.layers,
  num_attention_heads: s.heads,
  num_key_value_heads: s.kvHeads,
  head_dim: s.headDim,
  intermediate_size: s.dFf,
  max_position_embeddings: s.maxPositions,
  rms_norm_eps: s.normEpsilon,
  hidden_act: WORDS[s.activation],
  attention_bias: s.queryBias,
  mlp_bias: s.mlpBias,
  rope_theta: baseOf(position),
})

const bloom = (s: ModelSpec): Fields => ({
  model_type: 'bloom',
  ...usual('BloomForCausalLM', s),
  hidden_size: s.dModel,
  n_layer: s.layers,
  n_head: s.heads,
  seq_length: s.maxPositions,
  layer_norm_epsilon: s.normEpsilon,
})

function rowsOfTable(position: unknown): number | undefined {
  const [part] = partsOf(position)
  return isReference(part?.table) ? part.table.shape[0] : undefined
}

function baseOf(position: unknown): number {
  const [part] = partsOf(position)
  return typeof part?.base === 'number' ? part.base : 10000
}

const partsOf = (position: unknown) =>
  (Array.isArray(position) ? position : [position]) as (Fields | undefined)[]

function readBack(config: Fields): Recipe | undefined {
  try {
    return recipeOf(config)
  } catch (cause) {
    if (cause instanceof WhereformerError) return undefined // a spec that the family cannot have
    throw cause
  }
}

/** The name of each table in the other recipe, by its name in ours; undefined where anything differs. */
function sameModel(own: Recipe, other: Recipe): Map<string, string> | undefined {
  // a learned table says where positions end
  const bounded = { ...own.spec, maxPositions: other.spec.maxPositions }
  if (sorted(bounded) !== sorted(other.spec)) return undefined
  const names = new Map<string, string>()
  const same = own.positions.decoder.every((position, layer) => {
    const [ours, theirs] = [comparable(position), comparable(other.positions.decoder[layer])]
    for (const [i, name] of ours.tables.entries()) names.set(name, theirs.tables[i] ?? '')
    return ours.text === theirs.text
  })
  const apart = new Set(names.values()).size === names.size
  return same && apart ? names : undefined
}

function comparable(position: unknown): { text: string; tables: string[] } {
  const tables: string[] = []
  const parts = partsOf(position).map((part) => {
    const whole = byDistance({ ...defaultsOf(part?.type), ...part })
    const fields = Object.entries(whole).sort(([a], [b]) => (a < b ? -1 : 1))
    return fields.map(([key, value]) => {
      if (!isReference(value)) return [key, value]
      tables.push(value.tensor)
      return [key, { ...value, tensor: '' }]
    })
  })
  return { text: sorted(parts), tables }
}

// The ALiBi of BLOOM's code, keyed by the key, as one keyed by the distance: m · key differs from m · (key − query) by what all keys of a
// query share, which softmax takes away.
function byDistance(part: Fields): Fields {
  return part.type === 'alibi' && part.keyed === 'key' ? { ...part, keyed: 'distance' } : part
}

function defaultsOf(type: unknown): Fields {
  const parameters = encodings.find((entry) => entry.type === type)?.parameters ?? []
  const own = parameters.filter(({ name, default: value }) => !name.includes('.') && value !== undefined)
  return Object.fromEntries(own.map(({ name, default: value }) => [name, value]))
}

/** A value as JSON, with the keys of objects in order. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
