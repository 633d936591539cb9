// The tables of one run, as Markdown. docs/performance-method.md says how to read them.
import { variants } from './baseline.mjs'
import { number, percent, table, times } from './markdown.mjs'
import { quantile } from './statistics.mjs'
import { formerTargets, judge } from './targets.mjs'
import { trainingReport } from './training-report.mjs'
import { MOST_WAITING } from './waiting.mjs'

const own = ['whereformer relaxed', 'whereformer simd']
const others = ['LiteRT.js', 'onnxruntime-web', 'tfjs-wasm', 'jax-js', 'wllama', 'plain JS']

/** @param run { machine, results, memory, cold, native, peers, failures } */
export function reportOf(run) {
  const sections = [
    ['Targets', targetTable(run)],
    ['Models of real size', modelTable(run.results)],
    ['Training', run.training ? trainingReport(run.training) : ''],
    ['Share of the register-only peak', shareTable(run.results)],
    ['Times in milliseconds: kernel / with copies', timeTable(run.results)],
    ['How many times as fast: whereformer relaxed, then simd, against …', ratioTable(run.results)],
    ['For information: ratios to single peers, and times', formerTable(run)],
    ['Spread of whereformer: quartiles around the median, ms', spreadTable(run.results)],
    ['Memory of one attention call besides its tensors', memoryTable(run.memory)],
    ['Cold page to the first attention result', coldTable(run.cold)],
    ['Native, AVX2', nativeTable(run)],
    ['Not timed', refusals(run)],
  ]
  const shown = sections.filter(([, text]) => text).map(([title, text]) => `## ${title}\n\n${text}`)
  return `# Benchmark\n\n${machineList(run)}\n\n${shown.join('\n\n')}\n`
}

export function machineList({ machine, peers, results, threads = 1 }) {
  const peak = (variant) => {
    const rates = results.measured.flatMap(({ candidates }) =>
      candidates
        .filter((one) => one.engine === `peak ${variant}` && one.mode === 'registers')
        .flatMap((one) => one.samples.filter(Boolean).map((ms) => one.flops / ms / 1e6)),
    )
    return `${number(quantile(rates, 0.5))} GFLOP/s ${variant} (best ${number(quantile(rates, 1))})`
  }
  const facts = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory}; ${machine.system}`,
    `Chromium ${machine.chromium}, ${threads === 1 ? 'one thread' : `${threads} threads for models of real size, one for the rest`}; Node ${machine.node}; Emscripten ${machine.emscripten}`,
    results.measured.length > 0 && `peak in that page: ${variants.map(peak).join(', ')}`,
    peers &&
      Object.entries(peers)
        .map((pair) => pair.join(' '))
        .join(', '),
    `commit ${machine.commit}, ${machine.date}`,
  ]
  return facts
    .filter(Boolean)
    .map((fact) => `* ${fact}`)
    .join('\n')
}

function targetTable(run) {
  const judged = judge(run)
  if (judged.length === 0) return ''
  const count = judged.filter(({ met }) => met).length
  return `${judgedTable(judged, ['met', 'MISSED'])}\n\n${count} of ${judged.length} met.`
}

function formerTable(run) {
  const judged = judge(run, formerTargets)
  return judged.length > 0 ? judgedTable(judged, ['reached', '']) : ''
}

function judgedTable(judged, [yes, no]) {
  const rows = judged.map(({ target, variant, limit, value, met }) => [
    target.work,
    variant,
    `${target.sense} ${inUnit(limit, target.unit)}`,
    inUnit(value, target.unit),
    met ? yes : no,
  ])
  return table(['work', 'build', 'target', 'measured', ''], rows)
}

/** Tokens per second, and how far from what float32 weights say. */
function modelTable(results) {
  const rows = results.measured
    .filter(({ item }) => item.prompt)
    .flatMap(({ item, candidates, waited }) =>
      candidates
        .filter((one) => one.mode === 'copies' && one.samples)
        .map((one) => [...modelRow(results, item, one), percent(waited)]),
    )
  if (rows.length === 0) return ''
  const head = [
    'item, engine',
    'tokens/s',
    'ms',
    'GFLOP/s',
    'share of the peak',
    'samples',
    'off by',
    'of steps',
    'waited',
  ]
  const note =
    'Prefill: from ids to the first new token. Decoding: each of 64 tokens after 64. The difference is that of logits or logarithms of probabilities, in standard deviations of what float32 weights give.'
  return `${table(head, rows)}\n\n${note}`
}

function modelRow(results, item, { engine, samples, flops, difference, compared }) {
  const ms = quantile(samples, 0.5)
  const variant = variants.find((one) => engine === `whereformer ${one}`)
  return [
    `${item.id}, ${engine}`,
    number((flops ? 1000 * item.prompt : 1000) / ms),
    number(ms),
    number(flops / ms / 1e6),
    variant && flops ? percent(results.share(item.id, variant, 'copies')) : '–',
    String(samples.filter((one) => one !== null).length),
    difference.toExponential(1),
    String(compared),
  ]
}

function inUnit(value, unit) {
  if (unit === 'share' || unit === 'percent') return percent(value)
  if (unit === 'times') return times(value)
  return unit === 'ratio' ? number(value) : `${number(value)} ${unit}`
}

function shareTable(results) {
  const rows = results.measured
    .filter(({ item }) => item.flops)
    .map(({ item }) => [
      item.id,
      ...['relaxed', 'simd'].flatMap((variant) => sharesInModes(results, item.id, variant)),
    ])
  return rows.length > 0
    ? table(['item', 'relaxed', 'with copies', 'packed', 'simd', 'with copies', 'packed'], rows)
    : ''
}

function sharesInModes(results, id, variant) {
  return ['kernel', 'copies', 'packed'].map((mode) => percent(results.share(id, variant, mode)))
}

const waiting =
  'Waited: the share of the time in which threads of the page could have run and other programs had the cores.'

function timeTable(results) {
  if (results.measured.length === 0) return ''
  const engines = [...own, ...others].filter((engine) => appears(results, engine))
  const cell = (id, engine) => {
    const [kernel, copies] = ['kernel', 'copies'].map((mode) => results.milliseconds(id, engine, mode))
    const refused = results.get(id).candidates.some((one) => one.engine === engine && one.refused)
    if (Number.isNaN(kernel) && Number.isNaN(copies)) return refused ? 'see below' : '–'
    return `${number(kernel)} / ${number(copies)}`
  }
  const rows = results.measured
    .filter(({ item }) => item.kind !== 'copy')
    .map(({ item, waited }) => [item.id, ...engines.map((engine) => cell(item.id, engine)), percent(waited)])
  return [table(['item', ...engines, 'waited'], rows), waiting, copyTable(results), methods(results)]
    .filter(Boolean)
    .join('\n\n')
}

function copyTable(results) {
  const rows = results.measured
    .filter(({ item }) => item.kind === 'copy')
    .flatMap(({ item, candidates }) =>
      candidates
        .filter((one) => own.includes(one.engine) && one.samples)
        .map((one) => [
          `${one.engine}, ${one.mode}`,
          number((item.rows * item.columns * 4) / 1e6 / quantile(one.samples, 0.5)),
        ]),
    )
  return rows.length > 0 ? table(['copying 8 MiB', 'GB/s'], rows) : ''
}

/** Which operator of an engine was its fastest. */
function methods(results) {
  const lines = results.measured.flatMap(({ item, candidates }) =>
    candidates
      .filter((one) => one.method && one.samples && item.kind === 'attention')
      .map((one) => `${item.id} ${one.mode}: ${one.engine} is fastest with ${one.method}`),
  )
  return lines.length > 0 ? lines.map((line) => `* ${line}`).join('\n') : ''
}

function ratioTable(results) {
  const engines = others.filter((engine) => appears(results, engine))
  if (engines.length === 0) return ''
  const ratio = (id, engine, ours, modes) => results.ratio(id, [engine, ...modes], [ours, ...modes])
  const cell = (id, engine, modes) => {
    const ratios = own.map((ours) => ratio(id, engine, ours, modes))
    return ratios.some(Number.isFinite) ? ratios.map(number).join(' · ') : '–'
  }
  const rows = results.measured
    .filter(({ item }) => item.kind !== 'copy')
    .flatMap(({ item }) => [
      [`${item.id}, kernel`, ...engines.map((engine) => cell(item.id, engine, ['kernel']))],
      [`${item.id}, with copies`, ...engines.map((engine) => cell(item.id, engine, ['copies']))],
    ])
    .filter(([, ...cells]) => cells.some((text) => /\d/.test(text)))
  return `Below 1 we lose.\n\n${table(['item', ...engines], rows)}`
}

function spreadTable(results) {
  if (results.measured.length === 0) return ''
  const rows = results.measured.flatMap(({ item, candidates, waited }) =>
    candidates
      .filter((one) => own.includes(one.engine) && one.samples)
      .map((one) => [
        `${item.id}, ${one.engine.split(' ')[1]}, ${one.mode}`,
        ...[0.25, 0.5, 0.75].map((share) => number(quantile(one.samples, share))),
        String(one.samples.filter((ms) => ms !== null).length),
        String(one.repeats),
        one.difference.toExponential(1),
        percent(waited),
      ]),
  )
  const head = ['item', 'lower', 'median', 'upper', 'samples', 'runs each', 'off float64 by', 'waited']
  return table(head, rows)
}

function memoryTable(memory) {
  if (!memory) return ''
  const rows = Object.entries(memory).map(([variant, { tensors, extra }]) => [
    variant,
    number(tensors / 1e6),
    number(extra / 1e6),
  ])
  return `8 heads of 64, 16 384 tokens.\n\n${table(['build', 'tensors, MB', 'besides, MB'], rows)}`
}

function coldTable(cold) {
  if (!cold) return ''
  const rows = Object.entries(cold).map(([page, { ms, bytes }]) => [page, number(ms), number(bytes / 1000)])
  return table(['page', 'ms', 'download, kB of brotli'], rows)
}

function nativeTable({ native, results }) {
  if (!native) return ''
  const rows = Object.entries(native.items).map(([id, { ms, flops }]) => {
    const wasm = results.milliseconds(id, 'whereformer relaxed', id.startsWith('gem') ? 'packed' : 'kernel')
    const rate = flops / ms / 1e6
    return [id, number(ms), number(rate), percent(rate / native.peak), times(wasm / ms)]
  })
  const head = ['item', 'ms', 'GFLOP/s', 'share of its peak', 'relaxed build takes']
  return `Peak ${number(native.peak)} GFLOP/s with ${native.lanes} lanes.\n\n${table(head, rows)}`
}

/** Wrong results and failures, ours and theirs. */
export function refusals({ results, failures }) {
  const lines = results.measured.flatMap(({ item, candidates }) =>
    candidates
      .filter((one) => one.refused)
      .map(
        (one) =>
          `${item.id}, ${[one.engine, one.mode, one.method].filter(Boolean).join(', ')}: ${one.refused}`,
      ),
  )
  const all = [...Object.entries(failures).map((pair) => pair.join(': ')), ...lines]
  return all.map((line) => `* ${line}`).join('\n')
}

/** For the short mode: items that were disturbed although they were measured again. */
export function waitingTable({ measured }) {
  const rows = measured
    .filter(({ waited }) => waited > MOST_WAITING)
    .map(({ item, waited }) => [item.id, percent(waited)])
  return rows.length > 0 ? `${table(['disturbed', 'waited'], rows)}\n\n${waiting}` : ''
}

function appears(results, engine) {
  return results.measured.some(({ candidates }) => candidates.some((one) => one.engine === engine))
}

/** For the short mode: the shares of today, and how they were. */
export function comparisonTable(shares, recorded) {
  const rows = Object.entries(shares).map(([key, now]) => {
    const before = recorded?.[key] ?? Number.NaN
    return [key, number(now), number(before), percent(now / before - 1)]
  })
  return table(['share of the peak, or runs per 10⁹ of its operations', 'now', 'baseline', 'change'], rows)
}
