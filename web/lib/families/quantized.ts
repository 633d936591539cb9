// Weights that were quantised in a way of their own, by the words of a config or the names of tensors: named for what they are.

import { refuse, type WhereformerError } from '../boundary/errors.js'
import type { ConfigFields } from './config-fields.js'

/** What to take instead. */
export const UNQUANTIZED = 'F32, F16 or BF16: take the model that it was made from, or a GGUF file of it'

const METHODS: Readonly<Record<string, string>> = { gptq: 'GPTQ', awq: 'AWQ' }

/** The refusal of a config whose weights are quantised; undefined for any other. */
export function quantizedRefusal(config: ConfigFields): WhereformerError | undefined {
  // of MLX, which writes both fields
  const key = ['quantization', 'quantization_config'].find((key) => typeof config.peek(key) === 'object')
  const value = key && Object(config.peek(key))
  if (!key || Object.keys(value).length === 0) return undefined
  const method = key === 'quantization' ? 'MLX' : (METHODS[value.quant_method] ?? value.quant_method)
  const by = typeof method === 'string' ? `weights quantised by ${method}` : 'quantised weights'
  return refuse('ERR_UNSUPPORTED', config.path(key), by, UNQUANTIZED)
}

const ENDS: readonly (readonly [RegExp, string])[] = [
  [/\.q(?:weight|zeros)$/, 'GPTQ or AWQ'],
  [/\.weight\.(?:absmax|quant_map|quant_state\..*)$|\.SCB$/, 'bitsandbytes'],
  [/\.scales$/, 'MLX'],
]

/** By what the weights are quantised that have tensors of these names. */
export function quantizedBy(names: readonly string[]): string | undefined {
  return ENDS.find(([end]) => names.some((name) => end.test(name)))?.[1]
}
