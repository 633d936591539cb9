// What weights of 8 bits cost the trained models of the page: nats per character on text that none of them was trained on.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/paths.mjs'

const models = join(root, 'web/demo/public/models')
const LENGTH = 64

/** @returns the rows of a table: model, characters predicted, nats with its own weights and with rounded ones */
export async function lossOfRounding() {
  const { load } = await import('../../dist/node.mjs')
  const wf = await load()
  const rows = []
  for (const name of readdirSync(models)) {
    const own = await nats(wf, name, 'stored')
    const rounded = await nats(wf, name, 'q8')
    rows.push({ name, count: own.count, own: own.mean, rounded: rounded.mean })
  }
  return rows
}

async function nats(wf, name, weights) {
  const json = (file) => JSON.parse(readFileSync(join(models, name, file), 'utf8'))
  const request = {
    config: json('config.json'),
    weights: join(models, name, 'model.safetensors'),
    tokenizer: json('tokenizer.json'),
  }
  const model = await wf.loadModel(request, { weights })
  try {
    const losses = windowsOf(model.encode(heldOut())).flatMap((ids) => lossesOf(model, ids))
    return { count: losses.length, mean: losses.reduce((sum, x) => sum + x, 0) / losses.length }
  } finally {
    model.dispose()
  }
}

function heldOut() {
  const source = readFileSync(join(root, 'web/elements/figures/extrapolation/held-out.ts'), 'utf8')
  return source.split('`')[1]
}

function windowsOf(ids) {
  return Array.from({ length: Math.floor(ids.length / LENGTH) }, (_, i) =>
    ids.slice(i * LENGTH, (i + 1) * LENGTH),
  )
}

function lossesOf(model, inputIds) {
  const { vocab } = model.spec
  const { data } = model.forward({ inputIds }).logits
  return inputIds.slice(1).map((id, i) => {
    const row = data.subarray(i * vocab, (i + 1) * vocab)
    return Math.log(row.reduce((sum, x) => sum + Math.exp(x), 0)) - row[id]
  })
}

export function lossTable(rows) {
  const lines = rows.map(
    ({ name, own, rounded }) =>
      `| ${name} | ${own.toFixed(5)} | ${rounded.toFixed(5)} | ${(rounded - own).toFixed(5)} |`,
  )
  return `Nats per character of ${rows[0].count} held-out characters, in windows of ${LENGTH}:

| model | its own weights | q8 | loss |
|---|---:|---:|---:|
${lines.join('\n')}
`
}
