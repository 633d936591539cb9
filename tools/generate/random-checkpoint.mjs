// A checkpoint of random weights in a temporary folder, of a size that people load: only its shape matters.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const model = {
  layers: 6,
  heads: 8,
  dModel: 512,
  dFf: 1408,
  vocab: LETTERS.length,
  position: { type: 'rope' },
}

/** A token per letter. */
const tokenizer = {
  version: '1.0',
  truncation: null,
  padding: null,
  added_tokens: [],
  normalizer: null,
  pre_tokenizer: null,
  post_processor: null,
  decoder: { type: 'Fuse' },
  model: { type: 'Unigram', unk_id: 0, vocab: [...LETTERS].map((letter) => [letter, -1]) },
}

/** Saves a trainer of the built package that has made no step. @returns the folder, the paths of its files, and the bytes of the weights */
export async function randomCheckpoint() {
  const { load } = await import('../../dist/node.mjs')
  const trainer = await (await load()).trainer({ model, seed: 1 })
  const { 'config.json': config, 'model.safetensors': weights } = trainer.save()
  trainer.dispose()
  const folder = mkdtempSync(join(tmpdir(), 'random-checkpoint-'))
  const contents = {
    'config.json': config,
    'tokenizer.json': JSON.stringify(tokenizer),
    'model.safetensors': weights,
  }
  const files = Object.keys(contents).map((name) => join(folder, name))
  for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content)
  return { folder, files, bytes: weights.length }
}
