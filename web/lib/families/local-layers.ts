// GPT-3 and GPT-Neo: learned positions, and some layers with sliding-window attention.

import { choiceOf, integerOf, itemsOf } from '../boundary/checks.js'
import type { PositionEncoding } from '../position/position-types.generated.js'
import type { TableReference } from '../position/table-reference.js'
import type { ConfigFields } from './config-fields.js'
import { slidingWindow } from './layers.js'
import { learned } from './tables.js'

type Part = PositionEncoding<TableReference>

const MOST_LAYERS = 1024

// GPT-3 is GPT-2 with some layers local: attention_types is [[[kinds of layers in turn], how many times], …].
export function gpt3(config: ConfigFields, layer: number): Part[] {
  const table = learned('wpe.weight', config.count('n_positions', 2048), config.count('n_embd', 768))
  const window = slidingWindow(config.count('window_size', 256))
  return attentionTypes(config)[layer] === 'local' ? [table, window] : [table]
}

function attentionTypes(config: ConfigFields): string[] {
  const argument = config.path('attention_types')
  const runs = itemsOf(config.raw('attention_types') ?? [], argument, 'a list of [kinds, times]', MOST_LAYERS)
  return runs.flatMap((run, i) => {
    const [kinds, times] = itemsOf(run, `${argument}[${i}]`, '[kinds, times]', 2)
    const names = itemsOf(kinds, `${argument}[${i}][0]`, 'a list of global and local', MOST_LAYERS)
    const known = names.map((name, k) =>
      choiceOf(name, `${argument}[${i}][0][${k}]`, ['global', 'local'] as const),
    )
    return Array.from(
      { length: integerOf(times, `${argument}[${i}][1]`, 1, MOST_LAYERS) },
      () => known,
    ).flat()
  })
}

// GPT-Neo: every other layer is local.
export function gptNeo(config: ConfigFields, layer: number): Part[] {
  const rows = config.count('max_position_embeddings', 2048)
  const table = learned('wpe.weight', rows, config.count('hidden_size', 2048))
  const local = (config.texts('attention_layers')?.[layer] ?? ['global', 'local'][layer % 2]) === 'local'
  return local ? [table, slidingWindow(config.count('window_size', 256))] : [table]
}
