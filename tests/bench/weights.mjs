// A model of 135 million weights in F32, F16, BF16 and q8: memory, prefill, decoding.   npm run bench:weights [-- --rounds 9]
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../tools/build/build.mjs'
import { root } from '../../tools/paths.mjs'
import { main } from '../../tools/process.mjs'
import { setUp } from '../../tools/setup/setup.mjs'
import { withBench } from './browser.mjs'
import { describeMachine } from './machine.mjs'
import { percent } from './markdown.mjs'
import { optionsFrom } from './options.mjs'
import { weightCount } from './page/llama-135m.js'
import { median } from './statistics.mjs'
import { undisturbed } from './waiting.mjs'
import { lossOfRounding, lossTable } from './weights-loss.mjs'

const settings = { types: ['F32', 'F16', 'BF16', 'q8'], prefill: 256, decode: 64 }

await main(async () => {
  const { rounds } = optionsFrom(process.argv.slice(2))
  const tools = await setUp({ also: 'benchmark' })
  await build(tools)
  const run = await withBench({ form: 'quick' }, async (bench) => {
    const machine = describeMachine(tools, bench.browser)
    const relaxed = await measure(bench, { ...settings, variant: 'relaxed', rounds })
    const simd = await measure(bench, { ...settings, variant: 'simd', rounds })
    const waited = { relaxed: relaxed.waited, simd: simd.waited }
    return { machine, rounds, relaxed: relaxed.value, simd: simd.value, waited }
  })
  const report = `${reportOf(run)}\n${lossTable(await lossOfRounding())}`
  const folder = join(root, 'build/bench')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'weights.json'), `${JSON.stringify(run, null, 2)}\n`)
  writeFileSync(join(folder, 'weights.md'), report)
  console.log(`\n${report}`)
})

async function measure(bench, job) {
  console.log(`  ${job.variant}`)
  const page = await bench.newPage()
  try {
    const measured = await undisturbed(() => page.evaluate(inPage, job))
    const [first, ...others] = measured.value
    for (const { type, hash } of others) {
      if (type !== 'q8' && hash !== first.hash)
        throw new Error(`${type} gives other logits than ${first.type}`)
    }
    return measured
  } finally {
    await page.context().close()
  }
}

async function inPage(job) {
  const { measureTypes } = await import('/tests/bench/page/weight-types.js')
  return measureTypes(job)
}

function reportOf({ machine, rounds, relaxed, simd, waited }) {
  const { cpu, cores, chromium, emscripten, commit, date } = machine
  const lines = Object.entries({ relaxed, simd }).flatMap(([variant, results]) =>
    results.map((one) => line(variant, one, results[0])),
  )
  return `# Weights in their own type

${cpu}, ${cores} cores, Chromium ${chromium}, Emscripten ${emscripten}, commit ${commit}, ${date}. LLaMA of ${(weightCount / 1e6).toFixed(1)} million weights, one thread, prefill of ${settings.prefill} tokens, ${settings.decode} tokens decoded;
medians of ${rounds} rounds, ratios to F32 in the same round. F16 and BF16 give the bits of F32; q8 is made from the F32 file.
The page waited for a core in ${percent(waited.relaxed)} · ${percent(waited.simd)} of the time.

| build | type | memory when loaded / file | at most | prefill, GFLOP/s | ratio | decoding, tokens/s | ratio |
|---|---|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}
`
}

function line(variant, one, first) {
  const ratio = (key) => `${median(first[key].map((ms, i) => ms / one[key][i])).toFixed(2)} ×`
  const gflops = (2 * weightCount * settings.prefill) / median(one.prefill) / 1e6
  const memory = `${megabytes(one.loadedBytes)} / ${megabytes(one.fileBytes)} MB = ${(one.loadedBytes / one.fileBytes).toFixed(2)}`
  const decoding = (1000 / median(one.decode)).toFixed(1)
  const peak = `${megabytes(one.peakBytes)} MB`
  return `| ${variant} | ${one.type} | ${memory} | ${peak} | ${gflops.toFixed(1)} | ${ratio('prefill')} | ${decoding} | ${ratio('decode')} |`
}

function megabytes(bytes) {
  return (bytes / 1e6).toFixed(0)
}
