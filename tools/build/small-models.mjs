// dist/elements/small-models.js: the small models in a script that works as a module and as a classic script.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { packed, small } from './packed-cores.mjs'

const NAMES = ['small-rope', 'small-learned', 'small-none']

/** Writes the script that assigns the small models to a global, which web/elements/parts/trained/small-models.ts reads. */
export async function writeSmallModels(root, file, banner) {
  const models = await Promise.all(NAMES.map(async (name) => [name, await modelIn(root, name)]))
  const text = JSON.stringify(Object.fromEntries(models))
  await writeFile(file, `${banner}\nglobalThis[Symbol.for('whereformer.models')] = ${text}\n`)
}

async function modelIn(root, name) {
  const folder = join(root, 'web/demo/public/models', `tiny-shakespeare-${name}`)
  const [config, tokenizer] = await Promise.all(
    ['config', 'tokenizer'].map(async (file) =>
      JSON.parse(await readFile(join(folder, `${file}.json`), 'utf8')),
    ),
  )
  const weights = apart(await readFile(join(folder, 'model.safetensors')))
  return { config, tokenizer, weights: await packed(weights, small) }
}

/** The low bytes of numbers of 16 bits, then the high ones, which are much alike: together those take a quarter less. */
const apart = (bytes) => Buffer.concat([0, 1].map((odd) => bytes.filter((_, i) => i % 2 === odd)))
