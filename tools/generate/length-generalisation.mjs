// Recorded runs → docs/length-generalisation.md, and the module that <wf-lengths> draws.
import { importTypeScript } from '../build/typescript.mjs'
import { cellOf, halfWidth, measureOf, standing } from '../science/compare.mjs'
import { both, formatted } from './generated.mjs'
import { answerTo, literature } from './length-literature.mjs'
import { lengthPicture } from './length-picture.mjs'
import { recordedExperiments } from './length-records.mjs'
import { finding, lossOf, number } from './length-sentences.mjs'

const folder = 'docs/length-generalisation'
const module = 'web/elements/figures/lengths/recorded.generated.ts'

/** @returns {Promise<Map<string, string>>} */
export async function lengthGeneralisationFiles() {
  const { presets } = await importTypeScript('web/lab/encodings.ts')
  const { taskOf } = await importTypeScript('web/lab/tasks/tasks.ts')
  const { defaultModel } = await importTypeScript('web/lab/plan.ts')
  const recorded = await recordedExperiments()
  const chapters = chaptersOf(recorded, { presets, taskOf })
  return new Map([
    [`${folder}.md`, page(recorded, chapters)],
    ...chapters.filter(({ found }) => found?.separates).map(pictureOf),
    [module, formatted(moduleOf(recorded, { presets, defaultModel }), module)],
  ])
}

/** Of the experiments that <wf-lengths> can train as well, and of the text, with the encodings of the lab as they were trained. */
function moduleOf({ experiments, plan }, { presets, defaultModel }) {
  const names = new Set(presets.map(({ name }) => name))
  const compact = experiments.flatMap((experiment) => {
    const encodings = experiment.encodings.filter(
      (one) => names.has(one.name) && standing(experiment, one) !== 'none',
    )
    return !plan.experiments[experiment.name].remedies && encodings.length > 0
      ? [compactOf({ ...experiment, encodings }, plan, defaultModel)]
      : []
  })
  const source = ([setting, runs]) => `fromTable(${JSON.stringify(setting)}, ${JSON.stringify(runs)})`
  const isText = ([{ task }]) => task === 'text'
  return `// Generated from docs/length-generalisation/runs by "npm run generate". Do not edit.

import { type Experiment, fromTable } from './experiment.js'

export const recorded: readonly Experiment[] = [${compact.filter((one) => !isText(one)).map(source)}]

export const recordedText: Experiment | undefined = ${compact.filter(isText).map(source)[0]}
`
}

function compactOf(experiment, plan, defaultModel) {
  const { name, task, trainLength, testLengths, steps, encodings } = experiment
  const fields = { ...plan.defaults, ...plan.experiments[name] }
  const done = encodings.map((one) => [one.name, one.runs.filter(({ error }) => error === undefined)])
  const notLearned = encodings.filter((one) => standing(experiment, one) === 'notLearned')
  const setting = {
    task: task.type,
    trainLength,
    testLengths,
    steps,
    batch: fields.batch,
    width: fields.model?.dModel ?? defaultModel.dModel,
    date: done
      .flatMap(([, runs]) => runs.map(({ made }) => made.date))
      .toSorted()
      .at(-1),
    notLearned: notLearned.map((one) => one.name),
  }
  const measures = ['accuracy', 'exactMatch', ...(measureOf(experiment) === 'loss' ? ['loss'] : [])]
  const rows = (runs) => runs.map((run) => tableRow(run, measures))
  return [setting, Object.fromEntries(done.map(([encoding, runs]) => [encoding, rows(runs)]))]
}

/** As exact as a figure shows them. @returns seed, and in thousandths the first measure of each length, then the next of each */
const tableRow = ({ seed, lengths }, measures) => [
  seed,
  ...measures.flatMap((measure) => lengths.map((one) => Math.round(one[measure] * 1000))),
]

/**
 * What the records say to each experiment.
 * @param recorded experiments with what is recorded of them, and the plan
 * @param lab modules of web/lab
 */
export function chaptersOf({ experiments, plan }, lab) {
  const name = labels(plan, lab.presets)
  return experiments.map((experiment) => ({
    experiment,
    name,
    fields: plan.experiments[experiment.name],
    seeds: plan.experiments[experiment.name].seeds ?? plan.defaults.seeds,
    rate: plan.experiments[experiment.name].optimizer?.learningRate ?? plan.defaults.optimizer.learningRate,
    task: taskIn(experiment, lab),
    found: finding(experiments, experiment, name),
  }))
}

function pictureOf({ experiment, task, name }) {
  return [
    `${folder}/${experiment.name}.svg`,
    lengthPicture(experiment, both(task.name.en, task.name.zh), name),
  ]
}

/** @returns {string} the page; its pictures are files of their own */
export function page({ experiments, missing, total }, chapters) {
  const { name } = chapters[0]
  return `<!-- Generated from docs/length-generalisation/runs by "npm run generate"; "npm run science" makes those. Do not edit. -->
# Train short, test long · 短训练，长测试

Small Transformers, one for each position encoding and seed, trained on short sequences and tested on longer ones. Each task is here because a
known mechanism decides it. ${total - missing.length} of ${total} runs are recorded; \`npm run science\` makes the others, and the plain core gives the same bits on every machine.

每种位置编码、每个种子各训练一个小 Transformer：在短序列上训练，在更长的序列上测试。每个任务都由一种已知的机制决定成败。${total} 次运行中已记录 ${total - missing.length} 次；其余由 \`npm run science\` 产生，plain 内核在每台机器上给出同样的比特。
${provenance(experiments)}
## What separates · 什么拉开差距

${findings(chapters)}

## How it is compared · 怎样比较

- **Exact match** is the share of test sequences of which every answer is right. Of a text it is the loss of the last characters of a window, the same characters at every length.
- A run ends when its loss at training lengths, on sequences that are not trained on, has not fallen for half of its most steps. Learning rate and steps were chosen for each task on seed 0, which is not reported, and are the same for all encodings.
- An encoding is compared only where it has learned the task: exact match of at least 0.95 at the training length, and over all lengths that it was trained on, in most seeds. Otherwise the table has its loss there.
- A cell has the mean over seeds ± half of its 95 % interval, by a bootstrap over seeds and test sequences. Encodings are compared at the first test length from twice the training length on, with five seeds or more; **better** and **worse** say that the interval of the difference excludes 0, at a level at which all comparisons of this page together claim one falsely in twenty such pages. No mean over tasks is formed.
- Published parameters stand beside those that the training length fills: T5's buckets reach distance 128 in the paper, which training never does here.

- **完全匹配率**是所有答案都对的测试序列所占的比例。对文本则是窗口最后若干字符的损失，各长度下是同样的字符。
- 当训练长度上（未训练过的序列）的损失在最多步数的一半之内不再下降时，运行结束。学习率与步数按任务在种子 0 上选定（该种子不报告），对所有编码相同。
- 只有学会任务的编码才参与比较：在多数种子上，训练长度处以及全部训练过的长度上的完全匹配率都不低于 0.95。否则表中写它在那里的损失。
- 每格是各种子的平均值 ± 95% 区间的一半，由对种子和测试序列的自助法得到。编码在不小于训练长度两倍的第一个测试长度上比较，至少五个种子；**更好**、**更差**表示差的区间不含 0，其水平使本页全部比较合起来在二十页中只误报一次。不计算跨任务的平均值。
- 已发表的参数与训练长度能填满的参数并列：论文中 T5 的桶到距离 128，而这里的训练从未到过。

${chapters.filter(hasRuns).map(chapter).join('\n')}
## What others found · 文献中的结果

${literature.map((paper) => entry(paper, experiments, name)).join('\n')}`
}

/** Of all runs that are recorded so far; a record does not say it. */
const MACHINE = 'AMD EPYC'

/** What the recorded runs were made with, and how long they took; the record of each has its own build. */
function provenance(experiments) {
  const runs = experiments.flatMap(({ encodings }) => encodings.flatMap((one) => one.runs))
  const made = [...new Set(runs.flatMap((run) => run.made ?? []))] // weights under other positions share a run
  if (made.length === 0) return ''
  const every = (field) => [...new Set(made.map((one) => one[field]))].toSorted().join(', ')
  const hours = (made.reduce((sum, { seconds = 0 }) => sum + seconds, 0) / 3600).toFixed(1)
  const dates = made.map(({ date }) => date).toSorted()
  const means = `whereformer ${every('version')} (${every('variant')}), ${every('engine')}, ${MACHINE}, ${dates[0]} – ${dates.at(-1)}`
  return `\nRecorded with ${means}: ${hours} hours of one core, beside other work. Builds and seconds are in each record.

记录环境：${means}，单核共 ${hours} 小时（机器上同时有其他任务）。每条记录含其构建版本与耗时。\n`
}

/** Labels of presets and of the plan's own encodings. */
function labels({ encodings, remedies = {} }, presets) {
  return (encoding) => {
    const label =
      encodings[encoding]?.label ??
      remedies[encoding] ??
      presets.find((preset) => preset.name === encoding)?.label
    return label ? [label.en, label.zh] : [encoding, encoding]
  }
}

/** The text of a text task is not in the records, and no matter here. */
function taskIn({ task }, { taskOf }) {
  return taskOf(
    task.type === 'text'
      ? { ...task, text: 'no text is needed for what a task is called '.repeat(99) }
      : task,
  )
}

function findings(chapters) {
  const told = chapters.filter(({ found }) => found)
  if (!chapters.some(hasRuns)) return 'Not run yet. · 尚未运行。'
  const list = (some, title) =>
    some.length === 0
      ? []
      : [
          `### ${title}`,
          ...some.map(
            ({ task, found, experiment }) =>
              `**${task.name.en}**. ${found.en}\n\n**${task.name.zh}**：${found.zh}${found.separates ? `\n\n${imageOf(experiment, task)}` : ''}`,
          ),
        ]
  const open = chapters.filter(({ found }) => !found)
  const named = (title, some) =>
    some.length === 0
      ? []
      : [`${title}: ${some.map(({ task }) => both(task.name.en, task.name.zh)).join(', ')}.`]
  return [
    ...list(
      told.filter(({ found }) => found.separates),
      both('These tasks separate encodings', '这些任务拉开了编码的差距'),
    ),
    ...list(
      told.filter(({ found }) => !found.separates),
      both('These do not', '这些没有'),
    ),
    ...named(
      both('Not learned, so that nothing is compared', '没有学会，因此不比较'),
      open.filter((one) => hasRuns(one) && !isOpen(one)),
    ),
    ...named(
      both('Not all seeds are run yet', '种子尚未跑完'),
      open.filter((one) => hasRuns(one) && isOpen(one)),
    ),
    ...named(
      both('Not run yet', '尚未运行'),
      open.filter((one) => !hasRuns(one)),
    ),
  ].join('\n\n')
}

/** A task without any has no table yet; the findings name it. */
const hasRuns = ({ experiment }) => experiment.encodings.some(({ runs }) => runs.length > 0)

/** Some encoding has fewer seeds than the plan. */
const isOpen = ({ experiment, seeds }) => experiment.encodings.some(({ runs }) => runs.length < seeds.length)

function chapter({ experiment, fields, rate, name, task }) {
  const { trainLength, testLengths, steps, encodings } = experiment
  const { mechanism, definition, length } = task
  const what = measureOf(experiment) === 'loss' ? both('loss', '损失') : both('exact match', '完全匹配率')
  const head = [both('encoding', '编码'), ...testLengths.map(String), both('seeds', '种子')]
  const rows = encodings.map((encoding) => rowOf(experiment, encoding, labelOf(name, encoding.name)))
  const why = mechanism ? `${mechanism.en} ${mechanism.zh}\n\n` : ''
  const shortest = fields.shortestTrainLength === trainLength ? '' : 'up to '
  return `## ${both(task.name.en, task.name.zh)}

${definition.en} ${definition.zh}

${why}${both(`Length: ${length.en}.`, `长度：${length.zh}。`)} Trained on ${shortest}${trainLength}, at most ${steps} steps, learning rate ${rate}. · 训练长度${shortest ? '最多 ' : ' '}${trainLength}，最多 ${steps} 步，学习率 ${rate}。

**${what}**

${tableOf([head, head.map(() => '---'), ...rows])}
`
}

const imageOf = ({ name }, { name: { en, zh } }) => `![${both(en, zh)}](length-generalisation/${name}.svg)`

function labelOf(name, encoding) {
  const [en, zh] = name(encoding)
  return both(en, zh)
}

function rowOf(experiment, encoding, label) {
  const { testLengths } = experiment
  const runs = encoding.runs.filter(({ error }) => error === undefined)
  const state = standing(experiment, encoding)
  if (state === 'none') return [label, ...testLengths.map(() => '–'), both('not run yet', '尚未运行')]
  const cells = testLengths.map((length) => cellOf(experiment, encoding, length))
  const shown = cells.map((cell) => `${number(cell.mean)} ± ${halfWidth(cell).toFixed(2)}`)
  if (state === 'learned') return [label, ...shown, String(runs.length)]
  const loss = number(lossOf(experiment, encoding))
  return [
    label,
    both(`not learned (loss ${loss})`, `未学会（损失 ${loss}）`),
    ...shown.slice(1).map(() => ''),
    String(runs.length),
  ]
}

const tableOf = (rows) => rows.map((row) => `| ${row.join(' | ')} |`).join('\n')

function entry(paper, experiments, name) {
  const [en, zh] = answerTo(paper, experiments, name)
  return `**[${paper.name}](${paper.link})** ${paper.found[0]} ${paper.setting[0]}${en ? ` **Here:** ${en}` : ''}

${paper.found[1]}${paper.setting[1]}${zh ? `**这里：**${zh}` : ''}
`
}
