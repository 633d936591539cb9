// How long a checkpoint of each type takes to load, in Node: from memory, and from a path beside reading the file.
//   npm run bench:loading [-- --rounds 9]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../tools/build/build.mjs'
import { root } from '../../tools/paths.mjs'
import { main } from '../../tools/process.mjs'
import { setUp } from '../../tools/setup/setup.mjs'
import { optionsFrom } from './options.mjs'
import { checkpoint, config } from './page/llama-135m.js'
import { median } from './statistics.mjs'

const types = ['F32', 'F16', 'BF16']

await main(async () => {
  const { rounds } = optionsFrom(process.argv.slice(2))
  await build(await setUp({ tests: false }))
  const { load } = await import(join(root, 'dist/node.mjs'))
  const folder = mkdtempSync(join(tmpdir(), 'whereformer-loading-'))
  try {
    const files = types.map((type) => written(folder, type))
    for (let round = 0; round < rounds; round++) {
      for (const file of files) await measure(await load(), file)
    }
    console.log(`\n${report(files, rounds)}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

function written(folder, type) {
  const bytes = checkpoint(type)
  const path = join(folder, `${type}.safetensors`)
  writeFileSync(path, bytes)
  return { type, path, bytes, read: [], fromMemory: [], fromPath: [], q8: [] }
}

async function measure(wf, { path, bytes, read, fromMemory, fromPath, q8 }) {
  const loaded = async (weights, options) => {
    const model = await wf.loadModel({ config, weights }, options)
    model.dispose()
  }
  read.push(await timed(() => readFileSync(path)))
  fromMemory.push(await timed(() => loaded(bytes)))
  fromPath.push(await timed(() => loaded(path)))
  q8.push(await timed(() => loaded(bytes, { weights: 'q8' })))
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function report(files, rounds) {
  const lines = files.map(({ type, bytes, read, fromMemory, fromPath, q8 }) => {
    const per = (samples) => ((1e8 * median(samples)) / bytes.length).toFixed(0)
    return `| ${type} | ${per(read)} | ${per(fromMemory)} | ${per(fromPath)} | ${per(q8)} |`
  })
  return `Milliseconds for 100 MB of a checkpoint, medians of ${rounds}.

| type | reading the file | loading from memory | from its path | from memory to q8 |
|---|---:|---:|---:|---:|
${lines.join('\n')}
`
}
