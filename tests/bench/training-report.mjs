// What training has promised, beside what it reached: shares of the peak of the same run.
import { number, percent, table, times } from './markdown.mjs'
import { median } from './statistics.mjs'
import { isMet } from './targets.mjs'

const sizes = ['S', 'M', 'L']
const both = (limit) => ({ relaxed: limit, simd: limit })

/** A step of jax-js has a quarter of the peak, so that no step can be 15 times as fast as it. */
const leastTimes = { 'tfjs-wasm': 15, 'jax-js': 2 }

const targets = [
  ...[
    ['step, S', 'step/S', { relaxed: 0.83, simd: 0.86 }],
    ['step, M', 'step/M', { relaxed: 0.83, simd: 0.86 }],
    ['step, L', 'step/L', both(0.86)],
    ['attention backwards, n = 1024', 'attention/1024/full/backward', both(0.88)],
    ['attention backwards, causal, n = 1024', 'attention/1024/causal/backward', both(0.86)],
  ].map(([work, id, limit]) => ({
    ...{ work, sense: '≥', limit, shown: percent },
    value: (run, variant) => run[variant][id]?.share,
    best: (run, variant) => run[variant][id]?.bestShare,
  })),
  ...[1, 0.75, 0.72].map((limit, i) => ({
    ...{ work: `step, ${sizes[i]}, times as fast as PyTorch`, sense: '≥', limit: both(limit), shown: times },
    value: (run, variant) => besidePytorch(run, variant, sizes[i], 'share'),
    best: (run, variant) => besidePytorch(run, variant, sizes[i], 'bestShare'),
  })),
  ...Object.entries(leastTimes).flatMap(([peer, limit]) =>
    ['S', 'M'].map((size) => ({
      ...{ work: `step, ${size}, times as fast as ${peer}`, sense: '≥', limit: both(limit), shown: times },
      value: (run, variant) => besidePeer(run, variant, size, peer),
      best: () => undefined,
    })),
  ),
  {
    ...{ work: 'memory of a trainer of M', sense: '≤', limit: both(24), shown: (x) => `${number(x)} MB` },
    value: (run, variant) => run[variant].heap / 1e6,
    best: () => undefined,
  },
]

/** Both are shares of the relaxed peak of their machine. */
function besidePytorch(run, variant, size, share) {
  const [own, relaxed] = [run[variant], run.relaxed].map((one) => one[`step/${size}`])
  return (own[share] * own.peak) / relaxed.peak / (run.pytorch?.steps[size]?.ofPeak ?? Number.NaN)
}

/** Median of the rounds, in each of which every engine takes a step. */
function besidePeer({ peers }, variant, size, peer) {
  const own = peers[size][variant]
  return median(peers[size][peer].map((ms, round) => ms / own[round]))
}

/** @param run what trainingRun returns */
function judgeTraining(run) {
  return targets.flatMap((target) =>
    Object.entries(target.limit).map(([variant, limit]) => {
      const value = target.value(run, variant) ?? Number.NaN
      const best = target.best(run, variant) ?? Number.NaN
      return { target, variant, limit, value, best, met: isMet(target.sense, value, limit) }
    }),
  )
}

export function trainingReport(run) {
  const rows = judgeTraining(run).map(({ target, variant, limit, value, best, met }) => [
    target.work,
    variant,
    `${target.sense} ${target.shown(limit)}`,
    target.shown(value),
    Number.isNaN(best) ? '–' : target.shown(best),
    met ? 'met' : shortBy(target, value, limit),
  ])
  return [
    table(['work', 'build', 'target', 'median', 'fastest', ''], rows),
    timesTable(run),
    `Peak in GFLOP/s: ${['relaxed', 'simd', 'native'].map((one) => `${one} ${number(peakOf(run[one]))}`).join(', ')}.`,
    pytorchLine(run),
    peersLine(run),
    waitingLine(run),
  ].join('\n\n')
}

function shortBy({ shown }, value, limit) {
  return Number.isFinite(value) ? `short by ${shown(Math.abs(limit - value))}` : 'not measured'
}

function timesTable(run) {
  const columns = ['relaxed', 'simd', 'native']
  const ids = Object.keys(run.relaxed).filter((id) => run.relaxed[id].ms)
  const cells = (id) =>
    columns.flatMap((column) => {
      const { ms, share } = run[column][id] ?? {}
      return [number(ms), percent(share)]
    })
  return table(
    ['fastest ms, median share of the peak', ...columns.flatMap((column) => [column, 'share'])],
    ids.map((id) => [id, ...cells(id)]),
  )
}

const peakOf = (measured) => Math.max(...Object.values(measured).map(({ peak }) => peak ?? 0))

function pytorchLine({ pytorch }) {
  if (!pytorch) return 'No times of PyTorch are recorded for this processor: tools/golden/time_training.py.'
  const steps = sizes.map((size) => `${size} ${number(pytorch.steps[size].ms)} ms`).join(', ')
  return `PyTorch ${pytorch.torch}, eager, one thread, ${pytorch.date}: ${steps}.`
}

function peersLine({ peers }) {
  const said = Object.entries(peers).map(([size, engines]) => {
    const list = Object.entries(engines).map(([engine, ms]) => `${engine} ${number(median(ms))}`)
    return `${size} ${list.join(', ')}`
  })
  return `Steps in turns in one page, median ms: ${said.join('; ')}.`
}

function waitingLine({ waited }) {
  const said = Object.entries(waited).map(([what, share]) => `${what} ${percent(share)}`)
  return `Share of the time in which the page waited for a core: ${said.join(', ')}.`
}
