// Fallbacks of figures, for readers without scripts, feeds and print: pictures, and tables whose values the library computes
// at build time.

import type { Fallback } from '../../content/article/figures.js'
import type { Bilingual, Language } from '../../content/bilingual.js'
import { verdictOf } from '../../elements/figures/cache/cache-sentences.js'
import { cacheWords } from '../../elements/figures/cache/messages.js'
import { PAPER_TRAINED, paperRows } from '../../elements/figures/extrapolation/paper.js'
import { identifyWords } from '../../elements/figures/identify/messages.js'
import { curvesOf } from '../../elements/figures/lengths/findings.js'
import { recorded } from '../../elements/figures/lengths/recorded.generated.js'
import trainingSteps from '../../elements/figures/train/training-steps.json' with { type: 'json' }
import { yourModelWords } from '../../elements/figures/your-model/messages.js'
import { presets } from '../../lab/encodings.js'
import { type TaskName, taskOf } from '../../lab/tasks/tasks.js'
import { encodings } from '../../lib/position/catalogue.js'
import { arrowsFallback } from './arrows-fallback.js'
import { escaped } from './html.js'
import type { Measured } from './measured.js'
import { modelRows } from './model-rows.js'
import { slideFallback, slideTitle } from './slide-fallback.js'
import { wavesFallback } from './waves-fallback.js'

export interface FallbackInput {
  language: Language
  root: string
  measured: Measured
}

export function fallbackOf(fallback: Fallback, input: FallbackInput): string {
  if (typeof fallback === 'string') return parts[fallback](input)
  return `${picture(fallback.picture, input)}\n<p class="quiet">${altOf(fallback.picture, input.language)}</p>`
}

const parts: Record<Extract<Fallback, string>, (input: FallbackInput) => string> = {
  slide: ({ language, measured }) => slideFallback(language, measured.slide),
  arrows: ({ language, measured }) => arrowsFallback(language, measured.arrows),
  doors: ({ language }) => flow(language),
  shuffle: ({ language, measured }) => shuffled(language, measured),
  terms: ({ language }) => terms(language),
  properties: ({ language, measured }) => properties(language, measured),
  extrapolation: ({ language }) => paperCurve(language),
  lengths: ({ language }) => exactMatches(language),
  models: ({ language }) => table(modelCaption[language], modelRows(language)),
  yourModel: ({ language }) =>
    `<p>${yourModelWords[language].drop}</p><p>${yourModelWords[language].private}</p>`,
  training: ({ language }) => training(language),
  waves: ({ language, measured }) => wavesFallback(language, measured.waves),
  cache: ({ language, measured }) => cached(language, measured),
  mistakes: ({ language, measured }) => mistakes(language, measured),
  identify: ({ language }) =>
    `<p>${identifyWords[language].look}</p><p>${identifyWords[language].formats}</p>`,
}

/** The figure's first line, where it stands there before the figure does. */
export function titleOf(fallback: Fallback, { language }: FallbackInput): string {
  return fallback === 'slide' ? slideTitle(language) : ''
}

/** The drawing of docs/encodings. */
export function picture(type: string, { language, root }: Pick<FallbackInput, 'language' | 'root'>): string {
  const alt = altOf(type, language)
  return `<img vite-ignore src="${root}pictures/${language}/${type}.svg" alt="${escaped(alt)}" loading="lazy" decoding="async" />`
}

/** What a picture shows, which need not be what the figure in its place shows. */
function altOf(type: string, language: Language): string {
  const entry = encodings.find((one) => one.type === type)
  if (!entry) throw new Error(`there is no encoding ${type}`)
  return language === 'zh' ? `${entry.titleZh}的图` : `Picture of ${entry.title}`
}

/** The first row is the head; the first cell of each row names it. */
function table(caption: string, [head = [], ...rows]: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.slice(1).map((cell) => `<td>${cell}</td>`)
  return `<div class="scroll"><table><caption>${caption}</caption>
<thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead>
<tbody>${rows.map((row) => `<tr><th scope="row">${row[0]}</th>${cells(row).join('')}</tr>`).join('\n')}</tbody></table></div>`
}

function flow(language: Language): string {
  const steps: Bilingual<readonly [step: string, door?: string][]> = {
    en: [
      ['words → embeddings', '① + a vector for the position'],
      ['each layer: queries, keys, values', '② queries and keys are rotated'],
      ['scores: query · key, scaled', '③ + a bias &ensp; ④ + a content term'],
      ['visible keys', '⑥ mask'],
      ['softmax, then the weighted mean of the values', '⑤ + a vector for the distance'],
      ['feed-forward, next layer', ''],
    ],
    zh: [
      ['词 → 词嵌入', '① 加位置的向量'],
      ['每一层：查询、键、值', '② 旋转查询和键'],
      ['得分：查询 · 键，再缩放', '③ 加偏置　④ 加内容项'],
      ['可见的键', '⑥ 掩码'],
      ['softmax，再对值求加权平均', '⑤ 加距离的向量'],
      ['前馈层，进入下一层', ''],
    ],
  }
  const items = steps[language].map(
    ([step, door]) =>
      `<li><span class="content">${step}</span>${door ? ` <span class="position">${door}</span>` : ''}</li>`,
  )
  return `<ol class="flow">${items.join('')}</ol>`
}

function shuffled(language: Language, { orders }: Measured): string {
  const say = {
    en: {
      caption: 'Outputs of attention without positions, for two orders of the same words.',
      word: 'word',
    },
    zh: { caption: '不带位置的注意力，对同样几个词的两种次序给出的输出。', word: '词' },
  }[language]
  const words = orders.words[language]
  const sentence = (order: readonly number[]) => order.map((i) => words[i]).join(language === 'zh' ? '' : ' ')
  const rows = words.map((word, i) => [word, ...orders.outputs.map((outputs) => outputs[i] ?? '')])
  return table(say.caption, [[say.word, ...orders.orders.map((order) => `“${sentence(order)}”`)], ...rows])
}

function terms(language: Language): string {
  const [yes, no] = ['●', '–']
  const head = {
    en: ['method', 'content · content', 'content · position', 'position · content', 'position · position'],
    zh: ['方法', '内容 · 内容', '内容 · 位置', '位置 · 内容', '位置 · 位置'],
  }[language]
  const say = {
    en: {
      caption: 'The four terms of a score: which each method keeps, and in what form.',
      names: ['Added vectors', 'Transformer-XL', 'DeBERTa', 'Shaw', 'T5, ALiBi', 'RoPE'],
      absolute: 'absolute',
      relative: 'relative',
      same: 'constant',
      turned: 'with the distance, by rotation',
    },
    zh: {
      caption: '一个得分的四项：各种方法留下哪几项，以什么形式。',
      names: ['相加的向量', 'Transformer-XL', 'DeBERTa', 'Shaw', 'T5、ALiBi', 'RoPE'],
      absolute: '绝对',
      relative: '相对',
      same: '处处相同',
      turned: '随距离，靠旋转',
    },
  }[language]
  const { absolute, relative, same, turned } = say
  const kept = [
    [yes, absolute, absolute, absolute],
    [yes, relative, same, relative],
    [yes, relative, relative, no],
    [yes, relative, no, no],
    [yes, no, no, relative],
    [turned, no, no, no],
  ]
  return table(say.caption, [head, ...kept.map((row, i) => [say.names[i] ?? '', ...row])])
}

function properties(language: Language, { properties }: Measured): string {
  const say = {
    en: {
      caption:
        'Measured over 128 positions with head dimension 32; the first half counts as seen in training.',
      head: [
        'encoding',
        'least difference',
        'change under a shift',
        'falls with distance',
        'new values from',
      ],
      yes: 'always',
      no: 'not always',
      never: 'never',
    },
    zh: {
      caption: '在 128 个位置上测得，头维度 32；前一半位置算训练中见过。',
      head: ['编码', '最小差别', '平移引起的变化', '随距离下降', '新值始于'],
      yes: '始终',
      no: '不总是',
      never: '从不',
    },
  }[language]
  const rows = properties.map(({ title, smallest, change, monotone, leavesAt }) => [
    escaped(title[language]),
    smallest,
    change,
    monotone ? say.yes : say.no,
    leavesAt === undefined ? say.never : String(leavesAt),
  ])
  return table(say.caption, [say.head, ...rows])
}

/** The numbers of Press et al. 2021 that <wf-extrapolation> draws. */
function paperCurve(language: Language): string {
  const say = {
    en: {
      caption: `Perplexity by length of the text, after training on ${PAPER_TRAINED} tokens (Press et al. 2021).`,
      length: 'tokens',
      names: ['sinusoidal', 'rotary', 'T5 bias', 'ALiBi'],
    },
    zh: {
      caption: `以 ${PAPER_TRAINED} 个词元训练后，不同文本长度上的困惑度（Press 等 2021）。`,
      length: '词元数',
      names: ['正弦', '旋转', 'T5 偏置', 'ALiBi'],
    },
  }[language]
  const encodings = ['sinusoidal', 'rope', 't5', 'alibi'] as const
  const rows = paperRows.map(({ length, perplexity }) => [
    String(length),
    ...encodings.map((name) => perplexity[name]?.toFixed(2) ?? ''),
  ])
  return table(say.caption, [[say.length, ...say.names], ...rows])
}

/** The recorded trainings of <wf-train>, which tools/generate/training-steps.mjs writes. */
function training(language: Language): string {
  const { seed, most, steps } = trainingSteps
  const say = {
    en: {
      caption: `Steps until nine of ten strings of eight letters are copied without a mistake; seed ${seed}.`,
      head: ['encoding', 'steps'],
      later: `more than ${most}`,
    },
    zh: {
      caption: `八个字母的字母串，十条里有九条抄写无误，需要多少训练步；种子为 ${seed}。`,
      head: ['编码', '步数'],
      later: `超过 ${most}`,
    },
  }[language]
  const labels = new Map(presets.map(({ name, label }) => [name, label[language]]))
  const rows = Object.entries(steps).map(([name, count]) => [
    labels.get(name) ?? name,
    String(count ?? say.later),
  ])
  return table(say.caption, [say.head, ...rows])
}

const modelCaption = {
  en: 'Twenty-two models and how position enters them.',
  zh: '二十二个模型以及位置进入它们的方式。',
}

function mistakes(language: Language, { refuted }: Measured): string {
  const say = {
    en: { wrong: 'Common mistake:', right: 'Correct:' },
    zh: { wrong: '常见错误：', right: '正确：' },
  }[language]
  const items = refuted.map(
    ({ title, claim, right, sentence }) => `<details><summary>${escaped(title[language])}</summary>
<p><span class="quiet">${say.wrong}</span> ${escaped(claim[language])}</p>
<p><span class="quiet">${say.right}</span> ${escaped(right[language])} ${escaped(sentence[language])}</p></details>`,
  )
  return items.join('\n')
}

/** The recorded runs of the first task: the mean over seeds at every length, and their range. */
function cached(language: Language, { cache }: Measured): string {
  const words = cacheWords[language]
  const heads: Bilingual<readonly string[]> = {
    en: ['cache', 'next position', 'what the next letter attends to'],
    zh: ['缓存', '下一个位置', '下一个字母关注什么'],
  }
  const rows = cache.map(({ operation, drawing }) => {
    const name = operation === 'evict' ? words.evict(drawing.evictable) : words.operations[operation]
    const { claim, rest } = verdictOf(drawing, words)
    return [name, String(drawing.slots.at(-1)?.position), `${claim}${words.gap}${rest}`]
  })
  return table(words.title, [heads[language], ...rows])
}

function exactMatches(language: Language): string {
  const [experiment] = recorded
  if (!experiment) return ''
  const { testLengths, trainLength } = experiment
  const task = taskOf(experiment.task as TaskName)
  const say = {
    en: {
      caption: `${task.name.en}, trained on lengths up to ${trainLength}: exact match in %, mean and range over seeds.`,
      head: 'encoding',
    },
    zh: {
      caption: `${task.name.zh}，训练长度最多 ${trainLength}：完全匹配率（%），各种子的平均与范围。`,
      head: '编码',
    },
  }[language]
  const percent = (value = Number.NaN) => String(Math.round(100 * value))
  const labels = new Map(presets.map(({ name, label }) => [name, label[language]]))
  const rows = curvesOf(experiment, [...labels.keys()], 'exactMatch').map(({ encoding, mean, low, high }) => [
    labels.get(encoding) ?? encoding,
    ...mean.map((value, i) => `${percent(value)} (${percent(low[i])}–${percent(high[i])})`),
  ])
  return table(say.caption, [[say.head, ...testLengths.map(String)], ...rows])
}
