// Writes web/elements/figures/extrapolation/loss-record.json: the losses that <wf-extrapolation> opens with, of the shipped models on its
// held-out text. The built package computes them, for some minutes; a test compares (tests/wasm/extrapolation.test.ts).
//   node tools/generate/loss-record.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importTypeScript } from '../build/typescript.mjs'
import { root } from '../paths.mjs'
import { main } from '../process.mjs'
import { formatted } from './generated.mjs'

const file = 'web/elements/figures/extrapolation/loss-record.json'
const setting = { characters: 3072, factor: 4 }

await main(async () => {
  const { recordLosses } = await importTypeScript('web/elements/figures/extrapolation/recording.ts')
  const { charactersOf } = await importTypeScript('web/elements/parts/trained/trained-models.ts')
  const { load } = await import(pathToFileURL(join(root, 'dist/node.mjs')))
  const library = await load({ variant: 'simd' }) // the same bits on every machine

  async function open(name) {
    const folder = join(root, `web/demo/public/models/tiny-shakespeare-${name}`)
    const json = (part) => JSON.parse(readFileSync(join(folder, part), 'utf8'))
    const [config, tokenizer] = [json('config.json'), json('tokenizer.json')]
    const weights = new Uint8Array(readFileSync(join(folder, 'model.safetensors')))
    const model = await library.loadModel({ config, tokenizer, weights })
    const context = config.max_position_embeddings ?? config.n_positions ?? 64
    return { name, model, characters: charactersOf(tokenizer), context }
  }

  const record = await recordLosses({ ...setting, open, onDone: console.log })
  writeFileSync(join(root, file), formatted(JSON.stringify(record), file))
})
