// Runs a checkpoint as it was downloaded and, with --logits, compares it with its original.   node run.mjs --help

import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { load, WhereformerError } from 'whereformer'
import { readTensors } from './tensors.mjs'

const HELP = `node run.mjs <folder> [--text TEXT | --ids 1,2,3] [--decoder-ids 0,1] [--logits reference.safetensors] [--tolerance 0.001]

<folder> holds config.json, model.safetensors (or model.safetensors.index.json and its shards) and, for text, tokenizer.json.
Ends with 0 when all is well, 1 when the logits differ, 2 when it was called wrongly, 3 when the model cannot be loaded or run.`

const DIFFERENT = 1
const MISUSED = 2
const REFUSED = 3

/** An end with a sentence and an exit code. */
class End extends Error {
  constructor(code, message) {
    super(message)
    this.code = code
  }
}

try {
  await main()
} catch (error) {
  const code = error instanceof End ? error.code : error instanceof WhereformerError ? REFUSED : undefined
  if (code === undefined) throw error
  console.error(error.message)
  process.exitCode = code
}

async function main() {
  const { values, folder } = options()
  if (values.help) return console.log(HELP)
  const model = await loadModel(folder)
  const reference = values.logits && (await readReference(values.logits))
  const input = inputOf(model, values, reference)
  const { logits } = model.forward(input)
  showTokens(model, input.decoderInputIds ?? input.inputIds)
  showBest(model, logits)
  if (reference) compare(logits, reference.logits, Number(values.tolerance))
  model.dispose()
}

function options() {
  const text = /** @type {const} */ ({ type: 'string' })
  const known = {
    text,
    ids: text,
    'decoder-ids': text,
    logits: text,
    tolerance: { ...text, default: '0.001' },
  }
  try {
    const parsed = parseArgs({ options: { ...known, help: { type: 'boolean' } }, allowPositionals: true })
    const { values, positionals } = parsed
    if (!values.help && positionals.length !== 1) throw new Error('one folder is wanted')
    if (!(Number(values.tolerance) > 0)) throw new Error('--tolerance wants a number above 0')
    return { values, folder: positionals[0] }
  } catch (error) {
    throw new End(MISUSED, `${error.message}\n\n${HELP}`)
  }
}

async function loadModel(folder) {
  const config = await json(folder, 'config.json')
  if (!config) throw new End(MISUSED, `${join(folder, 'config.json')}: there is no such file`)
  const [wf, tokenizer, weights] = await Promise.all([
    load(),
    json(folder, 'tokenizer.json'),
    weightsIn(folder),
  ])
  const started = performance.now()
  const model = await wf.loadModel({ config, weights, ...(tokenizer ? { tokenizer } : {}), onProgress })
  const { family, spec } = model
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${family}: ${spec.layers} layers of width ${spec.dModel}, loaded in ${seconds} s`)
  return model
}

async function json(folder, name) {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw new End(MISUSED, `${join(folder, name)}: ${error.message}`)
  }
}

async function weightsIn(folder) {
  const index = await json(folder, 'model.safetensors.index.json')
  // the name of a file, whatever an index says
  if (index) return { index, file: (name) => join(folder, basename(name)) }
  const file = join(folder, 'model.safetensors')
  await stat(file).catch(() => {
    throw new End(MISUSED, `${file}: there is no such file`)
  })
  return file
}

let shown = 0

/** @param {import('whereformer').Progress} progress */
function onProgress({ loaded, total }) {
  if (!process.stderr.isTTY || (loaded < shown + 2 ** 25 && loaded !== total)) return
  shown = loaded
  const all = total === undefined ? '' : ` of ${(total / 1e6).toFixed(0)}`
  process.stderr.write(`\r${(loaded / 1e6).toFixed(0)}${all} MB${loaded === total ? '\n' : ''}`)
}

async function readReference(path) {
  try {
    const tensors = await readTensors(path)
    if (!tensors.has('input_ids') || !tensors.has('logits')) throw new Error('wanted input_ids and logits')
    return {
      ids: [...tensors.get('input_ids').data],
      decoderIds: tensors.has('decoder_input_ids') ? [...tensors.get('decoder_input_ids').data] : undefined,
      logits: tensors.get('logits'),
    }
  } catch (error) {
    throw new End(MISUSED, `${path}: ${error.message}`)
  }
}

function inputOf(model, values, reference) {
  const inputIds = reference?.ids ?? numbers(values.ids) ?? model.encode(values.text ?? 'Hello world')
  const decoderInputIds = reference?.decoderIds ?? numbers(values['decoder-ids'])
  return { inputIds, ...(decoderInputIds ? { decoderInputIds } : {}) }
}

function numbers(list) {
  return list?.split(',').map(Number)
}

function showTokens(model, ids) {
  console.log(`${ids.length} tokens: ${ids.map((id) => `${id}${textOf(model, id)}`).join(' ')}`)
}

function textOf(model, id) {
  try {
    return ` ${JSON.stringify(model.decode([id]))}`
  } catch {
    return '' // no tokenizer, or an id beyond it
  }
}

/** The likeliest at the last place. */
function showBest(model, { data, shape }) {
  const [tokens = 0, vocab = 0] = shape
  const row = data.subarray((tokens - 1) * vocab, tokens * vocab)
  const largest = row.reduce((a, b) => Math.max(a, b))
  const sum = row.reduce((total, logit) => total + Math.exp(logit - largest), 0)
  const best = [...row.keys()].sort((a, b) => row[b] - row[a]).slice(0, 5)
  console.log(`likeliest at place ${tokens - 1}:`)
  for (const id of best) {
    const percent = (100 * Math.exp(row[id] - largest)) / sum
    console.log(`  ${percent.toFixed(2).padStart(6)} %  ${id}${textOf(model, id)}`)
  }
}

/** |ours − theirs| ≤ tolerance · (1 + |theirs|) everywhere; NaN is not. */
function compare(ours, theirs, tolerance) {
  if (ours.data.length !== theirs.data.length) {
    throw new End(
      DIFFERENT,
      `logits: ${ours.shape.join(' × ')}, the reference has ${theirs.shape.join(' × ')}`,
    )
  }
  let [worst, at] = [-1, 0]
  for (const [i, value] of ours.data.entries()) {
    const difference = Math.abs(value - theirs.data[i]) / (1 + Math.abs(theirs.data[i]))
    if (difference <= worst) continue
    worst = difference
    at = i
    if (Number.isNaN(difference)) break
  }
  const place = `token ${Math.floor(at / ours.shape.at(-1))}, id ${at % ours.shape.at(-1)}`
  const sentence = `largest difference ${worst.toExponential(1)} (${place}: ${ours.data[at]}, reference ${theirs.data[at]})`
  if (!(worst <= tolerance)) throw new End(DIFFERENT, `the logits differ: ${sentence}, allowed ${tolerance}`)
  console.log(`the logits are the original's: ${sentence}`)
}
