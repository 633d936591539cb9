// The drawing as line charts, with texts.

import { short } from '../../../content/format.js'
import type { Line, LineReading, LinesContent } from '../../parts/lines/line.js'
import { type Look, lookOfEncoding } from '../../parts/positions/looks.js'
import type { TrainWords } from './messages.js'
import type { RunDrawing, TrainDrawing } from './session.js'

/** That of its encoding. Two encodings without a hue of their own differ by the dash. */
function lookOf({ name }: RunDrawing, order: number): Look {
  const look = lookOfEncoding(name)
  return order > 0 && look.tone === 'ink' ? { ...look, dash: [8, 4] } : look
}

const PLAIN = { xLog: false, yLog: false } as const

export function lossContent({ task, steps, runs, step }: TrainDrawing, words: TrainWords): LinesContent {
  const lines = runs.map((run, i): Line => {
    return { name: words.encodings[run.name], values: run.curve.loss, ...lookOf(run, i) }
  })
  const guess = Math.log(task.vocabulary.length)
  return {
    ...PLAIN,
    x: steps,
    lines,
    marks: [],
    height: 180,
    yRange: [0, highest(lines)],
    xTitle: words.steps,
    yTitle: words.loss,
    label: words.lossLabel,
    summary: [words.blindLoss(short(guess)), ...latest(lines, step, words)].join(words.gap),
    describe: (reading) => described(lines, reading, words),
  }
}

export function accuracyContent({ steps, runs, step }: TrainDrawing, words: TrainWords): LinesContent {
  const lines = runs.flatMap((run, i): Line[] => {
    const { name, curve } = run
    const title = words.encodings[name]
    const look = lookOf(run, i)
    return [
      { name: words.exactMatchOf(title), legend: title, values: curve.exactMatch, ...look },
      { name: words.accuracyOf(title), legend: '', values: curve.accuracy, ...look, tone: 'soft' },
    ]
  })
  return {
    ...PLAIN,
    x: steps,
    lines,
    marks: [],
    height: 180,
    yRange: [0, 1],
    xTitle: words.steps,
    yTitle: words.exactMatch,
    label: words.exactLabel,
    summary: latest(lines, step, words).join(words.gap),
    describe: (reading) => described(lines, reading, words),
  }
}

/** The bias of the chosen head of each encoding that has one; undefined where none has. */
export function biasContent(
  drawing: TrainDrawing,
  head: number,
  words: TrainWords,
): LinesContent | undefined {
  const { runs, task, length } = drawing
  const lines = runs.flatMap((run, i) => biasLines(run, i, head, words))
  const distances = Array.from(lines[0]?.values ?? [], (_, distance) => distance)
  if (distances.length === 0) return undefined
  return {
    ...PLAIN,
    x: distances,
    lines,
    height: 180,
    marks: [{ axis: 'x', at: task.tokens(length) - 1, name: words.longest }],
    xTitle: words.distance,
    yTitle: words.bias,
    label: words.biasLabel,
    summary: words.biasSummary(head + 1),
    describe: ({ x, values }) =>
      words.biasAt(
        x,
        lines.map(({ name }, i) => words.named(name, short(values[i] ?? Number.NaN))),
      ),
  }
}

function biasLines(run: RunDrawing, order: number, chosen: number, words: TrainWords): Line[] {
  const { name, bias } = run
  const title = words.encodings[name]
  const heads = bias.map((_, head) => head).sort((a, b) => Number(a === chosen) - Number(b === chosen))
  return heads.map((head) => ({
    name: words.headOf(title, head + 1),
    legend: head === chosen ? words.headOf(title, head + 1) : '',
    values: bias[head] ?? [],
    ...lookOf(run, order),
    ...(head === chosen ? {} : { tone: 'soft' as const }),
  }))
}

/** In halves, so that the axis stays while the curves fall. */
function highest(lines: readonly Line[]): number {
  const values = lines.flatMap(({ values }) => Array.from(values)).filter(Number.isFinite)
  return Math.max(0.5, Math.ceil(2 * values.reduce((a, b) => Math.max(a, b), 0)) / 2)
}

function latest(lines: readonly Line[], step: number, words: TrainWords): string[] {
  const values = lines.map(({ name, values }) =>
    words.named(name, short(values[values.length - 1] ?? Number.NaN)),
  )
  return [words.atStep(step, values)]
}

function described(lines: readonly Line[], { x, values }: LineReading, words: TrainWords): string {
  return words.atStep(
    x,
    lines.map(({ name }, i) => words.named(name, short(values[i] ?? Number.NaN))),
  )
}

/** The state of the training in one sentence. */
export function sentenceOf({ step, runs }: TrainDrawing, words: TrainWords): string {
  const found = runs.map(({ name, curve }) =>
    words.run(
      words.encodings[name],
      (curve.loss.at(-1) ?? Number.NaN).toFixed(2),
      percent(curve.exactMatch.at(-1) ?? Number.NaN),
    ),
  )
  return words.now(step, found)
}

const percent = (share: number): string => `${Math.round(100 * share)}\u00a0%`
