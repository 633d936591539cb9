// Sentences that compare, made of verdicts: nothing is said that the intervals do not separate.
import {
  cellOf,
  comparisons,
  decisiveLength,
  measureOf,
  referenceOf,
  scoreAt,
  standing,
} from '../science/compare.mjs'

/** Encodings that the others are compared with: the control of remedies, the usual encoding of today's models, none. */
const REFERENCES = ['window', 'rope', 'none', 'alibi']

export const number = (value) => (value > 0 && value < 0.005 ? '<0.01' : value.toFixed(2).replace('-', '−'))
const signed = (value) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(2)}`
export const plusMinus = ({ difference, width }) => `${signed(difference)} ± ${width.toFixed(2)}`

/**
 * Sentences on the result of one experiment, or undefined while too little of it is run.
 * @param name label of an encoding, [en, zh]
 * @returns {{ separates: boolean, en: string, zh: string } | undefined}
 */
export function finding(experiments, experiment, name) {
  const reference = referenceOf(experiment, REFERENCES)
  const found = reference ? comparisons(experiments, experiment, reference) : []
  if (found.length === 0) return undefined
  const length = decisiveLength(experiment)
  const base = cellOf(
    experiment,
    experiment.encodings.find((one) => one.name === reference),
    length,
  )
  const of = (verdict) => found.filter((one) => one.verdict === verdict)
  const lists = [0, 1].map((language) => {
    const separator = language === 0 ? ', ' : '、'
    const list = (verdict) =>
      of(verdict)
        .map((one) => `${name(one.encoding)[language]} (${plusMinus(one)})`)
        .join(separator)
    const plain = (names) => names.map((one) => name(one)[language]).join(separator)
    const unlearned = experiment.encodings.filter((one) => standing(experiment, one) === 'notLearned')
    return {
      better: list('better'),
      worse: list('worse'),
      same: plain(of('same').map((one) => one.encoding)),
      unlearned: plain(unlearned.map((one) => one.name)),
    }
  })
  const [en, zh] = lists
  const what = measureOf(experiment) === 'loss' ? ['loss', '损失'] : ['exact match', '完全匹配率']
  return {
    separates: of('better').length + of('worse').length > 0,
    en: `At ${length}, against ${name(reference)[0]} (${what[0]} ${number(base.mean)}): ${parts(
      [
        [en.better, 'better'],
        [en.worse, 'worse'],
        [en.same, 'no difference found'],
        [en.unlearned, 'not learned'],
      ],
      ': ',
      '; ',
    )}.`,
    zh: `长度 ${length}，与 ${name(reference)[1]}（${what[1]} ${number(base.mean)}）相比：${parts(
      [
        [zh.better, '更好'],
        [zh.worse, '更差'],
        [zh.same, '未发现差别'],
        [zh.unlearned, '未学会'],
      ],
      '：',
      '；',
    )}。`,
  }
}

const parts = (lists, colon, between) =>
  lists
    .filter(([list]) => list !== '')
    .map(([list, title]) => `${title}${colon}${list}`)
    .join(between)

/** The loss at training lengths of an encoding that has not learned the task. */
export function lossOf(experiment, { runs }) {
  const losses = runs
    .filter(({ error }) => error === undefined)
    .map((run) => scoreAt(run, experiment.trainLength).loss)
  return losses.reduce((sum, loss) => sum + loss, 0) / losses.length
}
