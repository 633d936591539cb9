// docs/encodings: a short page per encoding in English and Chinese, and an index, from the catalogue and the golden data.
import { doors, flat } from './catalogue.mjs'
import { codeFor } from './encoding-example.mjs'
import { mechanisms } from './mechanisms.mjs'
import { captionOf } from './pictures.mjs'

const stamp = (source) => `<!-- Generated from ${source} by "npm run generate". Do not edit. -->`

/**
 * @param {object[]} entries the catalogue
 * @param {object} evidence manifest (tests/golden/MANIFEST.json), differences (tests/golden/DIFFERENCES.json, may be {}), examples
 *   (web/elements/parts/positions/example-positions.ts)
 * @returns {Map<string, string>} file name in docs/encodings → text
 */
export function encodingPages(entries, evidence) {
  const pages = entries.map((entry) => [`${entry.type}.md`, page(entry, evidence)])
  return new Map([['README.md', index(entries)], ...pages])
}

function page(entry, evidence) {
  return `${stamp(`src/position/${entry.file}`)}
# ${entry.title} · ${entry.titleZh}

\`type: '${entry.type}'\` · ${entry.year} · [${entry.paper}](${entry.link})

${entrance(entry)}

\`\`\`math
${entry.formula}
\`\`\`

${picture(entry)}${convention(entry)}${elsewhere(entry)}

## Parameters · 参数

${parameters(entry)}

## Variants and evidence · 变体与依据

${variants(entry, evidence)}

## Code · 代码

\`\`\`js
${codeFor(entry, evidence.examples)}
\`\`\`

[All encodings · 全部编码](README.md) · [Test vectors · 测试向量](../test-vectors.md)
`
}

function entrance({ doors: own }) {
  if (own.length === 0) return 'Enters nowhere. · 不从任何地方进入。'
  return own.map((door) => `- **${door}**: ${doors[door].join(' · ')}`).join('\n')
}

function picture(entry) {
  const { type, title, titleZh, doors: own } = entry
  if (own.length === 0) return ''
  return `![${title} · ${titleZh}](${type}.svg)\n\n${captionOf(entry).join(' · ')}\n\n`
}

function convention({ conventions, conventionsZh }) {
  const zh = conventionsZh ? `\n\n**约定：** ${conventionsZh}` : ''
  return `**Convention:** ${conventions}${zh}`
}

function elsewhere({ see }) {
  if (!see) return ''
  const [page, en, zh] = see
  return `\n\n[${en} · ${zh}](../${page})`
}

function parameters({ parameters: list }) {
  if (list.length === 0) return 'None. · 无。'
  const row = (one) => [
    `\`${one.name}\``,
    kindWords(one),
    presence(one),
    one.range ?? '',
    one.description,
    one.descriptionZh,
  ]
  return table(['name 名称', 'kind 类型', 'default 默认值', 'range 取值', 'meaning', '含义'], list.map(row))
}

function kindWords({ kind, choices, shape }) {
  if (kind === 'choice') return choices.map((word) => `\`${word}\``).join(', ')
  if (kind === 'tensor') return `tensor [${shape.join(', ')}]`
  return kind === 'numbers' ? 'list of numbers' : kind
}

function presence(parameter) {
  if (parameter.required) return 'required 必填'
  return parameter.optional ? 'none 无' : `\`${JSON.stringify(parameter.default)}\``
}

function variants(entry, { manifest, differences }) {
  const file = `encodings/${entry.type}.safetensors`
  const cases = assign(entry, manifest.files[file]?.cases ?? {})
  const rows = entry.variants.map((variant) => {
    const own = cases.get(variant)
    const largest = largestOf(
      own.map((name) => differences[`${entry.type}.safetensors`]?.[name]).filter(Boolean),
    )
    const set = Object.keys(variant.parameters).length > 0 ? `\`${JSON.stringify(variant.parameters)}\`` : '–'
    return [variant.name, variant.nameZh, set, variant.testedAgainst, String(own.length), largest]
  })
  const head = [
    'variant',
    '变体',
    'parameters 参数',
    'tested against 对照',
    'cases 用例',
    'largest difference (of the tolerance) 最大误差（占容差）',
  ]
  return table(head, rows)
}

/** The largest absolute difference, and the largest used share of a tolerance. */
function largestOf(differences) {
  if (differences.length === 0) return '–'
  // spread: one per golden file
  const most = (key) => Math.max(...differences.map((difference) => difference[key]))
  return `${most('absolute')} (${Number((100 * most('ofTolerance')).toPrecision(2))} %)`
}

/**
 * Golden cases by the variant that they are evidence for. Their first `rows` number members of the family, in the order of the variants
 * where there are as many; otherwise it is the variant that sets most of what the case sets, of equals the one whose words it shares.
 */
function assign(entry, cases) {
  const numbers = [...new Set(Object.values(cases).map(({ rows }) => rows[0]))].sort((a, b) => a - b)
  const numbered = numbers.length === entry.variants.length
  const assigned = new Map(entry.variants.map((variant) => [variant, []]))
  for (const [name, golden] of Object.entries(cases)) {
    const variant = numbered ? entry.variants[numbers.indexOf(golden.rows[0])] : nearest(entry, name, golden)
    assigned.get(variant).push(name)
  }
  return assigned
}

function nearest(entry, name, { position, source }) {
  const given = Object.fromEntries(flat([position].flat().find(({ type }) => type === entry.type) ?? {}))
  const ranked = entry.variants.map((variant) => {
    const shared = sharedWords(`${variant.name} ${variant.testedAgainst}`, `${name} ${source}`)
    return { variant, score: agreement(variant, given, entry) + shared / 100 }
  })
  return ranked.reduce((a, b) => (b.score > a.score ? b : a)).variant
}

function sharedWords(one, other) {
  const words = (text) => new Set(text.toLowerCase().match(/[a-z0-9]+/g))
  const theirs = words(other)
  return [...words(one)].filter((word) => theirs.has(word)).length
}

/** Words and switches must be equal, given numbers are preferred; −∞ if they disagree or the case sets nothing of the variant. */
function agreement({ parameters: set }, given, { parameters: known }) {
  const scores = flat(set).map(([key, wanted]) => {
    const parameter = known.find((one) => one.name === key)
    if (`${given[key] ?? parameter.default}` === `${wanted}`) return key in given ? 2 : 0
    if (['choice', 'boolean'].includes(parameter.kind)) return Number.NEGATIVE_INFINITY
    return key in given ? 1 : -0.5
  })
  const named = scores.length === 0 || scores.some((score) => score >= 0)
  return named ? scores.reduce((sum, score) => sum + score, 0) : Number.NEGATIVE_INFINITY
}

function index(entries) {
  const rows = entries.flatMap((entry) =>
    entry.variants.map(({ name, nameZh, parameters: set }, i) => [
      i === 0 ? `[\`${entry.type}\`](${entry.type}.md)` : '',
      name,
      nameZh,
      Object.keys(set).length > 0 ? `\`${JSON.stringify(set)}\`` : '',
      i === 0 ? entry.doors.join(', ') || '–' : '',
    ]),
  )
  const doorRows = Object.entries(doors).map(([door, [en, zh]]) => [
    `**${door}**`,
    en,
    zh,
    entries
      .filter((entry) => entry.doors.includes(door))
      .map(({ type }) => `[${type}](${type}.md)`)
      .join(', '),
  ])
  const sources = entries.map(({ type, title, titleZh, paper, link, testedAgainst }) => [
    `[\`${type}\`](${type}.md)`,
    `${title} ${titleZh}`,
    `[${paper}](${link})`,
    testedAgainst,
  ])
  const recipes = Object.values(mechanisms)
  const beside = `Beside them ${recipes.length} mechanisms since 2024 as [recipes](../recent.md): ${recipes.join(', ')}. · 此外还有 2024 年以来的 ${recipes.length} 种机制，见[写法](../recent.md)。`
  const members = entries.reduce((sum, entry) => sum + entry.variants.length, 0)
  return `${stamp('src/position/encodings/*.hpp')}
# Position encodings · 位置编码

${entries.length} types, ${members} named encodings. Everywhere: distance = key − query; scores are multiplied by their scale before a bias is added;
positions count from 0. A list composes: \`position: [{ type: 'rope' }, { type: 'mask' }]\`.

共 ${entries.length} 种类型、${members} 个有名称的编码。通用约定：距离 = 键 − 查询；先乘缩放系数，再加偏置；位置从 0 开始。多个编码写成列表即可组合。

${beside}

## Where position enters · 位置从哪里进入

${table(['door 入口', 'what it does', '作用', 'encodings 编码'], doorRows)}

## All encodings · 全部编码

${table(['type 类型', 'encoding', '编码', 'parameters 参数', 'enters at 进入处'], rows)}

## Papers and evidence · 论文与对照

${table(['type 类型', 'encoding 编码', 'paper 论文', 'tested against 对照'], sources)}
`
}

function table(head, rows) {
  const line = (cells) => `| ${cells.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
