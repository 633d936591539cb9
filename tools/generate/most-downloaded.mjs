// docs/published/most-downloaded.json: how many of the checkpoints that people download most load here. The verdict of each is the library's.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { both } from './generated.mjs'

const source = 'docs/published/most-downloaded.json'
const models = 'tests/golden/models'

const json = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))

/**
 * @param {(config: object) => Promise<unknown>} read reads a config.json as the loader does
 * @returns {Promise<{ list: object, rows: { name: string, model_type: string, parts?: string[], refusal?: string }[] }>}
 */
export async function mostDownloaded(read) {
  const list = json(source)
  const rows = []
  for (const row of list.checkpoints) rows.push({ ...row, refusal: await refusalOf(row) })
  return { list, rows }

  async function refusalOf({ model_type, parts = [model_type], fields }) {
    for (const type of parts) {
      const refusal = await attempt({ ...configOf(type), ...fields })
      if (refusal) return refusal
    }
    return undefined
  }

  async function attempt(config) {
    try {
      await read(config)
      return undefined
    } catch (cause) {
      if (!String(cause.code).startsWith('ERR_')) throw cause
      return cause.message
    }
  }
}

/** A config.json of a model type: of a golden checkpoint, whose logits are those of the original, or of one in docs/published. */
function configOf(type) {
  configs ??= [
    ...readdirSync(join(root, models), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => json(models, name, 'config.json')),
    ...json('docs/published/checkpoints.json').map(({ config }) => config),
  ]
  return configs.find(({ model_type }) => model_type === type) ?? { model_type: type }
}

let configs

/** @returns {string} the section of docs/published.md */
export function mostDownloadedWords({ list, rows }) {
  const { source, date, left } = list
  const loads = rows.filter(({ refusal }) => !refusal)
  const towers = loads.filter(({ parts }) => parts)
  const ofTexts = loads.filter(({ model_type }) => texts[model_type])
  const count = (reason) => left[reason].length
  return `## Most downloaded · 下载最多

Of the ${rows.length} most downloaded checkpoints that read texts or pictures, **${loads.length} load**, ${towers.length} of them tower by tower, ${ofTexts.length} as a text model alone: by [a published list of the Hub](${source}) of ${date}, downloads of 30 days, its first ${list.rows} rows. Its other rows there are ${count('gguf')} repositories of [GGUF files](models.md#files), which name no \`model_type\`, ${count('sound')} models of sound,
${count('series')} of time series, ${count('other')} of other libraries (convolutions, diffusion), ${count('code')} of code alone. Counted by \`model_type\`: a golden checkpoint of the type has the numbers of the original (\`tests/wasm/parity.test.ts\`), and [heads for tasks](models.md#heads-for-tasks) are left out. Names and downloads: \`docs/published/most-downloaded.json\`, \`tests/lib/most-downloaded.test.ts\`.

读文本或图像、下载最多的 ${rows.length} 个检查点中，**${loads.length} 个能加载**，其中 ${towers.length} 个分塔加载，${ofTexts.length} 个只加载文本模型：依据[公开的 Hub 列表](${source})，${date}，30 天下载量，取前 ${list.rows} 行。其余的行是 ${count('gguf')} 个 [GGUF](models.md#模型) 仓库（不写 \`model_type\`）、${count('sound')} 个声音模型、${count('series')} 个时间序列模型、
${count('other')} 个其他库的模型（卷积、扩散）和 ${count('code')} 个只有代码的仓库。按 \`model_type\` 计数：该类型的标准检查点与原模型数值一致；任务头略去。

| | checkpoints 检查点 | |
| --- | ---: | --- |
${table(rows)}
`
}

function table(rows) {
  const types = [...new Set(rows.map(keyOf))]
  const lines = types.map((key) => rows.filter((row) => keyOf(row) === key))
  return [...lines.filter(([row]) => !row.refusal), ...lines.filter(([row]) => row.refusal)]
    .map((members) => `| \`${members[0].model_type}\` | ${members.length} | ${stateOf(members)} |`)
    .join('\n')
}

function stateOf(members) {
  const [{ model_type, parts, refusal }] = members
  if (!refusal)
    return parts
      ? parts.map((part) => `\`${part}\``).join(', ')
      : worded(texts[model_type] ?? ['loads', '可加载'])
  const why = reasons[model_type]
  if (!why) throw new Error(`docs/published.md: no words for what ${model_type} has and the block has not`)
  return `${worded(why)}: ${members.map(({ name }) => name).join(', ')}`
}

const worded = ([en, zh]) => both(en, zh)

/** Types of which one part is loaded. */
const texts = { qwen2_5_vl: ['its text model', '其文本模型'] }

/** What refused types have and the block has not. */
const reasons = {
  esm: ['refused: folds proteins', '被拒绝：折叠蛋白质的部分'],
  blip: ['a text model that looks at a picture', '看着图像的文本模型'],
  gpt_refact: ['code of its own', '代码自带'],
  florence2: ['stages of windows over pictures', '图像上分级的窗口'],
  segformer: ['convolutions between stages', '各级之间的卷积'],
  layoutlmv3: ['places of words on a page', '词在页面上的位置'],
  'table-transformer': ['a convolutional network before it', '前面的卷积网络'],
  vilt: ['words and patches in one row', '词与图像块同排'],
  deepseek_v3: ['a mixture of experts', '混合专家'],
  oneformer: ['stages of windows over pictures', '图像上分级的窗口'],
}

const keyOf = ({ model_type, refusal }) => `${model_type} ${refusal ?? ''}`
