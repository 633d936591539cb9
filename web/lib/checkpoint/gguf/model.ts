// The model that a GGUF file describes: its config.json, and the name and the rows of each tensor as transformers has them.

import type { Here } from '../weight-file.js'
import { type Architecture, architectures, type Stored } from './architectures.js'
import { Fields } from './fields.js'
import type { Placed } from './layout.js'
import type { Metadata } from './metadata.js'

export interface GgufModel {
  architecture: Architecture
  config: Record<string, unknown>
  heads: number
  keyHeads: number
}

/** A tensor under its name in transformers, and what turns its rows into those of transformers. */
export interface Named extends Placed {
  /** The rows of a head, if they are in pairs of neighbours. */
  paired?: number
  /** Is it [out, in] where transformers has [in, out]? */
  turned?: boolean
  /** Added to each number. */
  plus?: number
}

/** @param given the caller's config.json, which rules where there is one; it has to be of the same architecture and sizes */
export function modelOf(
  metadata: Metadata,
  stored: Stored,
  given: object | undefined,
  here: Here,
): GgufModel {
  const { label, parts } = here
  const fields = new Fields(metadata, here)
  fields.require('general.type', 'model')
  const architecture = architectures[fields.architecture]
  if (!architecture) {
    const known = `one of: ${Object.keys(architectures).join(', ')}`
    throw parts.refuse(
      'ERR_UNSUPPORTED',
      `${label}, general.architecture`,
      parts.show(fields.architecture),
      known,
    )
  }
  architecture.require?.(fields)
  const heads = fields.count('.attention.head_count')
  const keyHeads = fields.count('.attention.head_count_kv', heads)
  if (given) {
    requireFits(given, architecture, fields, here)
    return { architecture, config: given as Record<string, unknown>, heads, keyHeads }
  }
  const config = { model_type: architecture.types[0], ...architecture.config(fields, stored) }
  fields.requireAllRead()
  return { architecture, config, heads, keyHeads }
}

function requireFits(given: object, { types }: Architecture, fields: Fields, here: Here): void {
  const { refuse, show } = here.parts
  const { model_type: type } = given as { model_type?: unknown }
  if (!types.includes(type as string)) {
    const wanted = `${types.join(' or ')}, as general.architecture of ${here.label} says`
    throw refuse('ERR_VALUE', 'config.model_type', show(type), wanted)
  }
  for (const [key, ...names] of SIZES) {
    const size = fields.get(key)
    for (const name of names) {
      const { [name]: own } = given as Record<string, unknown>
      if (typeof size === 'number' && typeof own === 'number' && own !== size)
        throw refuse('ERR_VALUE', `config.${name}`, show(own), `${size}, as ${here.label} says`)
    }
  }
}

/** Sizes that shapes of tensors do not tell, and the names of their fields in a config.json. */
const SIZES = [
  ['.block_count', 'num_hidden_layers', 'n_layer'],
  ['.attention.head_count', 'num_attention_heads', 'n_head'],
  ['.attention.head_count_kv', 'num_key_value_heads'],
  ['.attention.key_length', 'head_dim'],
] as const

const OF_LAYER = /^blk\.(0|[1-9]\d{0,5})\.(\w+)\.(weight|bias)$/
const OF_MODEL = /^(\w+)\.(weight|bias)$/

/** Frequencies of rotary pairs, which are part of the config. */
const FREQUENCIES = /^(?:rope_freqs|blk\.\d+\.attn_rot_embd)(?:\.weight)?$/

/** The tensor as transformers has it; undefined for frequencies. A tensor with no place in its architecture is refused. */
export function named(tensor: Placed, model: GgufModel, here: Here): Named | undefined {
  if (FREQUENCIES.test(tensor.name)) return undefined
  const { architecture } = model
  const { layers, layer, names, turned, raisedNorms } = architecture
  const [, index, part = '', kind] = OF_LAYER.exec(tensor.name) ?? []
  const [, whole = '', ofModel] = OF_MODEL.exec(tensor.name) ?? []
  const table = index === undefined ? names : layer
  const own = index === undefined ? whole : part
  if (!Object.hasOwn(table, own)) throw strange(tensor, here)
  const prefix = index === undefined ? '' : `${layers}${index}.`
  const name = `${prefix}${table[own]}.${kind ?? ofModel}`
  const paired = Object.hasOwn(architecture.paired ?? {}, part)
    ? rowsOfHead(tensor, model, part, here)
    : undefined
  return {
    ...tensor,
    name,
    ...(paired === undefined ? {} : { paired }),
    ...(turned?.includes(part) && kind === 'weight'
      ? { turned: true, shape: [...tensor.shape].reverse() }
      : {}),
    ...(raisedNorms && tensor.name.endsWith('norm.weight') ? { plus: -1 } : {}),
  }
}

function rowsOfHead({ name, shape }: Placed, model: GgufModel, part: string, { label, parts }: Here): number {
  const [rows = 0] = shape
  const which = model.architecture.paired?.[part] ?? 'heads'
  const size = rows / model[which]
  if (Number.isInteger(size / 2)) return size
  const { refuse, show } = parts
  throw refuse(
    'ERR_PARSE',
    `${label}, tensor ${show(name)}`,
    `${rows} rows`,
    `an even number for each of ${model[which]} heads`,
  )
}

function strange({ name }: Placed, { label, parts }: Here) {
  const { refuse, show } = parts
  return refuse(
    'ERR_UNSUPPORTED',
    `${label}, tensor ${show(name)}`,
    'a tensor with no place in its architecture',
    'none',
  )
}
