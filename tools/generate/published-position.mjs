// The positions of a recipe in words, in both languages: encodings, base, scaling, windows; layers that differ are told apart.

/**
 * @param {{ decoder: object[], encoder?: object[] }} positions one per layer
 * @returns {{ en: string, zh: string }}
 */
export function positionWords({ encoder, decoder }) {
  const parts = [...stackWords(encoder ?? []), ...stackWords(decoder)]
  const unique = [...new Map(parts.map((part) => [part.en, part])).values()]
  return { en: unique.map(({ en }) => en).join('; '), zh: unique.map(({ zh }) => zh).join('；') }
}

function stackWords(layers) {
  const groups = new Map()
  for (const layer of layers) {
    const words = [layer].flat().map(partWords)
    const [en, zh] = [words.map((word) => word.en).join(', '), words.map((word) => word.zh).join('，')]
    groups.set(en, { zh, count: (groups.get(en)?.count ?? 0) + 1 })
  }
  if (groups.size === 1) return [...groups].map(([en, { zh }]) => ({ en, zh }))
  return [...groups].map(([en, { zh, count }]) => ({
    en: `${en} (${count} of ${layers.length} layers)`,
    zh: `${zh}（${layers.length} 层中的 ${count} 层）`,
  }))
}

const kinds = {
  learned: ({ table, offset = 0 }) => {
    const rows = number((table.rows ?? table.shape[0]) - offset)
    return { en: `learned table, ${rows} positions`, zh: `可学习的表，${rows} 个位置` }
  },
  rope: (part) => joined(ropeWords(part), part.scaling ? [scalingWords(part.scaling)] : []),
  none: () => ({ en: 'no encoding (its card says what is there)', zh: '没有位置编码（见模型卡）' }),
  alibi: () => ({ en: 'ALiBi', zh: 'ALiBi' }),
  t5: ({ table, maxDistance }) => ({
    en: `T5 bias, ${table.shape[0]} buckets up to distance ${maxDistance}`,
    zh: `T5 偏置，${table.shape[0]} 个桶，到距离 ${maxDistance}`,
  }),
  deberta: ({ buckets, maxDistance }) => ({
    en: `disentangled, ${buckets} buckets up to distance ${maxDistance}`,
    zh: `解耦注意力，${buckets} 个桶，到距离 ${maxDistance}`,
  }),
  xlnet: () => ({ en: 'relative sinusoids of XLNet, segments', zh: 'XLNet 的相对正弦编码与片段' }),
  mask: ({ kind, left, right }) => {
    if (kind !== 'window') throw new Error(`no words for a mask of kind ${kind}`)
    const en = right === undefined ? `window of ${number(left + 1)}` : `window of ±${number(right)}`
    return { en, zh: right === undefined ? `窗口 ${number(left + 1)}` : `窗口 ±${number(right)}` }
  },
}

function partWords(part) {
  const words = kinds[part.type]
  if (!words) throw new Error(`no words for the encoding ${part.type}`)
  return words(part)
}

function ropeWords({ base = 10000, rotaryDim, layout }) {
  const partial = rotaryDim ? [{ en: `${rotaryDim} channels`, zh: `${rotaryDim} 个通道` }] : []
  const pairs = layout === 'interleaved' ? [{ en: 'neighbours paired', zh: '相邻配对' }] : []
  return joined({ en: `RoPE, base ${number(base)}`, zh: `RoPE，底数 ${number(base)}` }, [
    ...partial,
    ...pairs,
  ])
}

function scalingWords({ ropeType, factor, originalMaxPositionEmbeddings: length }) {
  const from =
    length === undefined
      ? { en: '', zh: '' }
      : { en: ` from ${number(length)}`, zh: `，原长 ${number(length)}` }
  return { en: `${ropeType} × ${factor}${from.en}`, zh: `${ropeType} × ${factor}${from.zh}` }
}

const joined = (first, rest) => ({
  en: [first, ...rest].map(({ en }) => en).join(', '),
  zh: [first, ...rest].map(({ zh }) => zh).join('，'),
})

const number = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ')
