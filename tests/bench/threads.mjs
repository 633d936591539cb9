// One thread beside two, in Chromium on a page that is cross-origin isolated.   npm run bench:threads [-- --only attention --rounds 9]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../tools/build/build.mjs'
import { buildPreset } from '../../tools/build/cmake.mjs'
import { root } from '../../tools/paths.mjs'
import { main } from '../../tools/process.mjs'
import { setUp } from '../../tools/setup/setup.mjs'
import { withBench } from './browser.mjs'
import { describeMachine } from './machine.mjs'
import { percent } from './markdown.mjs'
import { optionsFrom } from './options.mjs'
import { weightCount } from './page/llama-135m.js'
import { median, pairedRatio } from './statistics.mjs'
import { undisturbed } from './waiting.mjs'

/** What the page measures, in its words: see tests/bench/page/threads.js. */
const items = [
  ...[32, 64, 128, 256, 512, 1024, 2048].map((n) => `attention ${n}`),
  ...['attention 1024 causal', 'attention 1024 alibi'],
  ...['matmul 32 32 32', 'matmul 64 64 64', 'matmul 128 64 128', 'matmul 512 512 512', 'matmul 1024 64 1024'],
  ...['softmax 1000 64', 'softmax 8192 1024', 'layerNorm 1024 576'],
  ...['prefill 64 F16', 'prefill 256 F16', 'prefill 256 q8', 'decode 16 F16', 'decode 16 q8'],
  ...['train S', 'train M', 'train L'],
]

const NUMBERS = [1, 2]

async function run() {
  const { rounds, only } = optionsFrom(process.argv.slice(2))
  const tools = await setUp({ also: 'benchmark' })
  await build(tools)
  for (const variant of ['simd', 'relaxed']) await buildPreset(`wasm-${variant}`, ['whereformer_peak'], tools)
  const chosen = items.filter(
    (item) => only.length === 0 || only.some((word) => item.split(' ').includes(word)),
  )
  const { machine, measured } = await withBench({ form: 'quick', isolated: true }, async (bench) => {
    const machine = describeMachine(tools, bench.browser)
    const measured = {}
    for (const variant of ['relaxed', 'simd']) {
      const page = await bench.newPage()
      const job = { variant, numbers: NUMBERS, rounds, items: chosen }
      const { value, waited } = await undisturbed(() => page.evaluate(inPage, job))
      measured[variant] = { ...value, waited }
      await page.context().close()
    }
    return { machine, measured }
  })
  const report = reportOf(machine, rounds, measured)
  const folder = join(root, 'build/bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'threads.json'), `${JSON.stringify({ machine, rounds, measured }, null, 2)}\n`)
  writeFileSync(join(folder, 'threads.md'), report)
  console.log(`\n${report}`)
}

async function inPage(job) {
  const { measureThreads } = await import('/tests/bench/page/threads.js')
  return measureThreads(job)
}

function reportOf({ cpu, cores, chromium, emscripten, commit, date }, rounds, measured) {
  const tables = Object.entries(measured).map(([variant, { infos, results, waited }]) => {
    const lines = Object.entries(results).map(([item, one]) => lineOf(item, one))
    const threads = infos.map(({ count }) => count).join(' and ')
    return `## ${variant}

${threads} threads; the page waited for a core in ${percent(waited)} of the time.

| | 1 thread, ms | 2 threads, ms | ratio | peak of two cores to that of one | share of the peak of one core | of two |
|---|--:|--:|--:|--:|--:|--:|
${lines.join('\n')}
`
  })
  return `# Threads

${cpu}, ${cores} cores, Chromium ${chromium}, Emscripten ${emscripten}, commit ${commit}, ${date}; medians of ${rounds} interleaved rounds, tensors on the heap, ratios in the same round.
The model has ${(weightCount / 1e6).toFixed(1)} million weights.

${tables.join('\n')}`
}

function lineOf(item, { samples: [one, two], peaks }) {
  const ms = (samples) => median(samples).toPrecision(3)
  const share = (samples, peak) => {
    const found = median(samples.map((ms, round) => operations(item) / ms / 1e6 / peak[round]))
    return found > 0 ? `${(100 * found).toFixed(0)} %` : ''
  }
  const cells = [
    ...[item, ms(one), ms(two), `${pairedRatio(one, two).toFixed(2)} ×`],
    ...[`${pairedRatio(peaks.two, peaks.one).toFixed(2)} ×`, share(one, peaks.one), share(two, peaks.two)],
  ]
  return `| ${cells.join(' | ')} |`
}

/** Floating-point operations, where they are what takes the time; else NaN. */
function operations(item) {
  const [kind, a, b, c] = item.split(' ')
  if (kind === 'attention') return b === undefined || b === 'alibi' ? 8 * a * a * 64 * 4 : Number.NaN
  if (kind === 'matmul') return 2 * a * b * c
  return kind === 'prefill' ? 2 * weightCount * a : Number.NaN
}

await main(run)
