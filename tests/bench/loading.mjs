// How long a checkpoint of each type takes to load, in Node: from memory, and from a path beside reading the file.
//   npm run bench:loading [-- --rounds 9]
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../tools/build/build.mjs'
import { root } from '../../tools/paths.mjs'
import { main } from '../../tools/process.mjs'
import { setUp } from '../../tools/setup/setup.mjs'
import { percent } from './markdown.mjs'
import { optionsFrom } from './options.mjs'
import { checkpoint, config } from './page/llama-135m.js'
import { median } from './statistics.mjs'
import { ownTimes, undisturbed } from './waiting.mjs'

const types = ['F32', 'F16', 'BF16']

await main(async () => {
  const { rounds } = optionsFrom(process.argv.slice(2))
  await build(await setUp())
  const { load } = await import(join(root, 'dist/node.mjs'))
  const folder = mkdtempSync(join(tmpdir(), 'whereformer-loading-'))
  try {
    const files = types.map((type) => written(folder, type))
    for (let round = 0; round < rounds; round++) {
      for (const file of files)
        file.rounds.push(await undisturbed(async () => measure(await load(), file), ownTimes))
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
  return { type, path, bytes, rounds: [] }
}

async function measure(wf, { path, bytes }) {
  const loaded = async (weights, options) => {
    const model = await wf.loadModel({ config, weights }, options)
    model.dispose()
  }
  return {
    read: await timed(() => readFileSync(path)),
    fromMemory: await timed(() => loaded(bytes)),
    fromPath: await timed(() => loaded(path)),
    q8: await timed(() => loaded(bytes, { weights: 'q8' })),
  }
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function report(files, rounds) {
  const lines = files.map(({ type, bytes, rounds }) => {
    const per = (key) => ((1e8 * median(rounds.map(({ value }) => value[key]))) / bytes.length).toFixed(0)
    const waited = percent(median(rounds.map((one) => one.waited)))
    return `| ${type} | ${['read', 'fromMemory', 'fromPath', 'q8'].map(per).join(' | ')} | ${waited} |`
  })
  return `Milliseconds for 100 MB of a checkpoint, medians of ${rounds}.

| type | reading the file | loading from memory | from its path | from memory to q8 | waited for a core |
|---|---:|---:|---:|---:|---:|
${lines.join('\n')}
`
}
