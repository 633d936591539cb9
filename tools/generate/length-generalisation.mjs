// docs/length-generalisation/*.json (npm run science) → docs/length-generalisation.md, and the records as a module for figures.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importTypeScript } from '../build/typescript.mjs'
import { root } from '../paths.mjs'
import { both, formatted } from './generated.mjs'
import { runsOf, spreads } from './length-findings.mjs'
import { literature } from './length-literature.mjs'

const folder = 'docs/length-generalisation'
const module = 'web/elements/lengths/recorded.generated.ts'

/** @returns {Promise<Map<string, string>>} */
export async function lengthGeneralisationFiles() {
  const { presets } = await importTypeScript('web/lab/encodings.ts')
  const { taskOf, taskNames } = await importTypeScript('web/lab/tasks/tasks.ts')
  const { defaultModel, defaultOptimizer } = await importTypeScript('web/lab/plan.ts')
  const records = recordsIn(folder, taskNames)
  return new Map([
    [`${folder}.md`, page(records, { presets, taskOf, defaultModel, defaultOptimizer })],
    [module, formatted(moduleOf(records, defaultModel), module)],
  ])
}

function recordsIn(path, order) {
  const names = readdirSync(join(root, path)).filter((name) => name.endsWith('.json'))
  return names
    .map((name) => JSON.parse(readFileSync(join(root, path, name), 'utf8')))
    .toSorted((a, b) => order.indexOf(a.task.type) - order.indexOf(b.task.type))
}

function moduleOf(records, { dModel }) {
  const compact = records.map(({ task, options, origin, runs }) => ({
    ...{ task: task.type, trainLength: options.trainLength, testLengths: options.testLengths },
    ...{
      steps: options.steps,
      batch: options.batch,
      width: options.model.dModel ?? dModel,
      date: origin.date,
    },
    runs: runs.map(({ encoding, seed, accuracy, exactMatch }) => ({ encoding, seed, accuracy, exactMatch })),
  }))
  return `// Generated from docs/length-generalisation by "npm run generate". Do not edit.

import type { Experiment } from './experiment.js'

export const recorded: readonly Experiment[] = ${JSON.stringify(compact)}
`
}

/** @param lab modules of web/lab */
export function page(records, lab) {
  const name = (encoding) => lab.presets.find((preset) => preset.name === encoding)?.label.en ?? encoding
  return `<!-- Generated from docs/length-generalisation/*.json by "npm run generate"; "npm run science" makes those. Do not edit. -->
# Train short, test long · 短训练，长测试

Small Transformers, one per position encoding and seed, trained on short sequences and tested on longer ones. **Exact match** is the share of test
sequences whose answer is right in every token. Each cell has the mean over seeds, the range, and below it the value of every seed. All numbers
come from the [records](length-generalisation/), which \`npm run science\` makes; the plain core gives the same bits on every machine. A difference
that is smaller than the range over seeds says nothing.

每种位置编码、每个种子各训练一个小 Transformer：在短序列上训练，在更长的序列上测试。**完全匹配率**是答案每个词元都对的测试序列所占的比例。每格是各种子的平均值与范围，下面列出每个种子的值。所有数字都来自[记录](length-generalisation/)，由 \`npm run science\` 产生；plain 内核在每台机器上给出同样的比特。比种子间范围还小的差别说明不了什么。

${setting(records, lab)}

Sinusoids are scaled by 0.1 here. Embeddings start with a standard deviation of 0.02; sines of amplitude 1 would be 50 times as large, and drown
them. The original Transformer multiplies its embeddings by √dModel instead.

这里的正弦编码乘以 0.1。词嵌入的初始标准差为 0.02；振幅为 1 的正弦是它的 50 倍，会把它淹没。最初的 Transformer 则是把词嵌入乘以 √dModel。

${records.map((record) => chapter(record, lab)).join('\n')}
## What others found · 文献中的结果

What was read of each paper stands in brackets. Their models are larger and trained longer, so compare the order, not the values.

每篇论文读了哪一部分写在括号里。它们的模型更大、训练更久：可以比较的是次序，不是数值。

${literature.map((paper) => entry(paper, records, name)).join('\n')}`
}

function setting(records, { defaultModel, defaultOptimizer }) {
  const [first] = records
  if (!first) return 'There are no records yet. · 还没有记录。'
  const { options } = first
  const model = { ...defaultModel, ...options.model }
  const optimizer = { ...defaultOptimizer, ...options.optimizer }
  return `| | |
| --- | --- |
| ${both('model', '模型')} | ${model.layers} layers, ${model.heads} heads, width ${model.dModel}, feed-forward ${model.dFf}, causal |
| ${both('training', '训练')} | AdamW, learning rate ${optimizer.learningRate}, ${optimizer.schedule} |`
}

function chapter(record, { presets, taskOf }) {
  const { task, options, origin, chance, failures } = record
  const { name, definition, length } = taskOf(task)
  const shown = presets.filter((preset) => runsOf(record, preset.name).length > 0)
  const head = [both('encoding', '编码'), ...options.testLengths.map(String)]
  const rows = shown.map(({ name: encoding, label }) => [
    both(label.en, label.zh),
    ...spreads(record, encoding, 'exactMatch').map(cell),
  ])
  const guess = [both('most frequent answer', '最常见的答案'), ...chance.exactMatch.map(share)]
  const accuracies = shown.map(({ name: encoding, label }) => [
    both(label.en, label.zh),
    ...spreads(record, encoding, 'accuracy').map(cell),
  ])
  const chances = [both('most frequent answer', '最常见的答案'), ...chance.accuracy.map(share)]
  return `## ${both(name.en, name.zh)}

${definition.en} ${definition.zh}

${both(`Length: ${length.en}.`, `长度：${length.zh}。`)} Trained on lengths up to ${options.trainLength}, ${options.steps} steps of ${options.batch} sequences, tested on ${options.testCount} sequences per length. · 训练长度最多 ${options.trainLength}，${options.steps} 步，每步 ${options.batch} 个序列，每种长度测试 ${options.testCount} 个序列。

**${both('Exact match', '完全匹配率')}**

${tableOf([head, head.map(() => '---'), ...rows, guess])}

**${both('Accuracy: the share of tokens that are right', '准确率：答对的词元所占的比例')}**

${tableOf([head, head.map(() => '---'), ...accuracies, chances])}

${failures.map(({ encoding, seed, error }) => `${encoding}, seed ${seed}: ${error}\n\n`).join('')}${both('Record', '记录')}: [${task.type}.json](length-generalisation/${task.type}.json), whereformer ${origin.version} (${origin.commit}), core ${origin.core}, Node ${origin.node}, ${origin.date}.${otherCores(record, presets)}
`
}

const tableOf = (rows) => rows.map((row) => `| ${row.join(' | ')} |`).join('\n')

/** Another core gives the same results up to rounding. */
function otherCores({ runs }, presets) {
  const cores = new Map(runs.flatMap(({ encoding, core }) => (core ? [[encoding, core]] : [])))
  const label = (encoding) => presets.find(({ name }) => name === encoding)?.label.en ?? encoding
  return [...cores].map(([encoding, core]) => ` ${label(encoding)}: core ${core}.`).join('')
}

function cell({ mean, min, max, values }) {
  if (values.length === 0) return '–'
  const range = values.length > 1 ? ` (${share(min)}–${share(max)})` : ''
  return `**${share(mean)}**${range}<br>${values.map(share).join(' ')}`
}

const share = (value) => (value > 0 && value < 0.005 ? '<0.01' : value.toFixed(2))

function entry({ name, link, read, found, here }, records, nameOf) {
  const [en, zh] = here(records, nameOf)
  return `**[${name}](${link})** (${read}): ${found[0]} **Here:** ${en}

${found[1]}**这里：**${zh}
`
}
