// What the files of a sentence-transformers model say of the vectors that it makes of texts.

import type { EmbeddingDefaults } from '../model/embed.js'

/** Reads a file of JSON; undefined if there is none. */
type ReadJson = (file: string) => Promise<object | undefined>

interface Module {
  type?: unknown
  path?: unknown
}

/** Of both forms of a pooling's config: flags, or one name. */
const POOLINGS: Readonly<Record<string, EmbeddingDefaults['pooling']>> = {
  pooling_mode_cls_token: 'cls',
  pooling_mode_mean_tokens: 'mean',
  pooling_mode_max_tokens: 'max',
  pooling_mode_lasttoken: 'last',
  cls: 'cls',
  mean: 'mean',
  max: 'max',
  lasttoken: 'last',
}

/** @param modules the parsed modules.json; without one the model says nothing */
export async function embeddingIn(
  modules: object | undefined,
  tokenizerConfig: object | undefined,
  read: ReadJson,
): Promise<EmbeddingDefaults | undefined> {
  if (!Array.isArray(modules)) return undefined
  const list = modules as Module[]
  const named = (name: string) => list.find(({ type }) => nameOf(type) === name)
  const stranger = list.find(({ type }) => !['Transformer', 'Pooling', 'Normalize'].includes(nameOf(type)))
  if (stranger) return { unsupported: nameOf(stranger.type) }
  const { path } = named('Pooling') ?? {}
  const config = path === undefined ? undefined : await read(`${path}/config.json`)
  const { max_seq_length: most, do_lower_case: lower } = ((await read('sentence_bert_config.json')) ??
    {}) as {
    max_seq_length?: unknown
    do_lower_case?: unknown
  }
  if (lower === true) return { unsupported: 'do_lower_case' }
  const { model_max_length: ofTokenizer } = (tokenizerConfig ?? {}) as { model_max_length?: unknown }
  const maxTokens = [most, ofTokenizer].find((length) => Number.isSafeInteger(length)) as number | undefined
  return {
    ...poolingIn(config),
    normalize: named('Normalize') !== undefined,
    ...(maxTokens !== undefined && { maxTokens }),
  }
}

const nameOf = (type: unknown) => String(type).replace(/^.*\./, '')

function poolingIn(config: object | undefined): EmbeddingDefaults {
  if (!config) return {}
  const entries = Object.entries(config).filter(([key]) => key.startsWith('pooling_mode'))
  const chosen = entries.filter(([, value]) => value === true || typeof value === 'string')
  const names = chosen.map(([key, value]) => (value === true ? key : String(value)))
  const [name = ''] = names
  const pooling = POOLINGS[name]
  return names.length === 1 && pooling ? { pooling } : { unsupported: `pooling by ${names.join(' and ')}` }
}
