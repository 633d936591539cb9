// Many calls, models and killed workers in one process: its memory stays flat.   npm run endurance -- [--calls N] [--models N] [--workers N] [--record]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { root } from '../../tools/paths.mjs'
import { main } from '../../tools/process.mjs'
import { recordEndurance, stateNow } from '../fuzz/record.mjs'
import { optionsFrom } from './options.mjs'

/** Of the memory of the process, after the first fifth of a run. */
const LARGEST_GROWTH = 32 * 2 ** 20
const POINTS = 20

const dist = (name) => pathToFileURL(join(root, 'dist', name)).href
const folder = join(root, 'tests/golden/models/llama-f16-gqa')
const request = {
  config: JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')),
  weights: new Uint8Array(readFileSync(join(folder, 'model.safetensors'))),
}
const rows = { data: Float32Array.from({ length: 384 }, (_, i) => Math.sin(i)), shape: [4, 12, 8] }

await main(async () => {
  if (!globalThis.gc) throw new Error('run it as "npm run endurance", which lets it collect garbage')
  const { calls, models, workers, record } = optionsFrom(process.argv.slice(2))
  const { load } = await import(dist('node.mjs'))
  const wf = await load()
  const results = [
    await run('calls', calls, (i) => call(wf, i)),
    await run('models', models, () => useModel(wf)),
    await runWorkers(workers),
  ]
  if (wf.liveHandles() !== 0) throw new Error(`${wf.liveHandles()} handles are left`)
  if (record) recordEndurance({ ...stateNow(), node: process.versions.node, results })
  if (results.some(({ flat }) => !flat)) process.exitCode = 1
})

function call(wf, i) {
  const position = [
    { type: 'rope' },
    { type: 'alibi' },
    { type: 't5', table: { data: new Float32Array(128), shape: [32, 4] } },
  ][i % 3]
  wf.attention(rows, rows, rows, { position, isCausal: true })
  const held = wf.tensor(rows)
  wf.softmax(held, { out: held })
  held.dispose()
  try {
    wf.rotate({ type: 'rope', base: -i }, rows)
  } catch (error) {
    if (error.code !== 'ERR_VALUE') throw error
  }
}

async function useModel(wf) {
  const model = await wf.loadModel(request)
  model.forward({ inputIds: [1, 2, 3] })
  model.dispose()
}

/** Each is killed while it computes; the next call starts another and has the same answer. */
async function runWorkers(count) {
  const { NodeWorker } = await standIn()
  Object.assign(globalThis, { Worker: NodeWorker })
  const { loadInWorker } = await import(dist('worker.mjs'))
  const wasmModule = new WebAssembly.Module(readFileSync(join(root, 'dist/core-simd.wasm')))
  const wf = await loadInWorker({ wasmModule })
  const expected = String((await wf.softmax(rows)).data)
  const result = await run('workers killed', count, async () => {
    const busy = wf.embed({ type: 'sinusoidal' }, { length: 20_000, dim: 64 }).catch(() => {})
    const worker = NodeWorker.all.pop()
    worker.crash()
    await busy
    while (!worker.terminated) await new Promise((resolve) => setTimeout(resolve, 1))
    if (String((await wf.softmax(rows)).data) !== expected) throw new Error('another answer after a crash')
  })
  wf.terminate()
  return result
}

/** The workers of a browser, over threads of Node, as the tests have them. */
async function standIn() {
  const entry = join(root, 'tests/support/worker-threads.ts')
  const options = { bundle: true, platform: 'node', format: 'esm', write: false, logLevel: 'silent' }
  const { outputFiles } = await build({ entryPoints: [entry], ...options })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

async function run(what, count, work) {
  const started = performance.now()
  const points = []
  for (let i = 0; i < count; i++) {
    await work(i)
    if ((i + 1) % Math.max(1, Math.floor(count / POINTS)) === 0) points.push(memory())
  }
  const settled = points.slice(Math.floor(points.length / 5))
  const growth = (key) => Math.max(0, settled.at(-1)?.[key] - settled[0]?.[key]) || 0
  const flat = growth('resident') <= LARGEST_GROWTH && growth('heap') <= LARGEST_GROWTH
  const seconds = Math.round((performance.now() - started) / 1000)
  const result = { what, count, seconds, first: settled[0], last: settled.at(-1), flat }
  console.log(
    `${what.padEnd(15)} ${count} in ${seconds} s: heap ${megabytes(result, 'heap')}, process ${megabytes(result, 'resident')}${flat ? '' : '  NOT FLAT'}`,
  )
  return result
}

function memory() {
  globalThis.gc()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, resident: rss }
}

function megabytes({ first, last }, key) {
  const text = (point) => (point[key] / 2 ** 20).toFixed(1)
  return first ? `${text(first)} → ${text(last)} MiB` : 'not measured'
}
