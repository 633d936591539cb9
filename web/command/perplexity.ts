// `whereformer perplexity`: how well a model predicts a text at several lengths, under its own positions and under others.

import { parseArgs } from 'node:util'
import { load, type Model, type ModelPosition } from 'whereformer'
import { messageOf } from '../lib/boundary/errors.js'
import { textOf } from './files.js'
import { modelFolder, weightsOf } from './folder.js'
import { HOST_HELP, type HostValues, hostOptions, isNamed, loadingOptions } from './named.js'
import { aligned } from './table.js'
import { linesOf, type Terminal } from './terminal.js'
import { UsageError } from './usage.js'

const PERPLEXITY_HELP = `Usage: npx whereformer perplexity FOLDER|NAME --text FILE [--lengths N,N…] [--position JSON …] [--windows N] [--weights q8]
                                   [--revision R] [--host H] [--json]

Nats per token (the logarithm of the perplexity) of a text, read in windows of each length, under the model's own positions and under others.

  --text FILE         the text, which tokenizer.json encodes without special tokens
  --lengths N,…       tokens per window; default 128,256,512
  --position JSON     another position, such as '{"type":"alibi"}'; may be repeated
  --windows N         windows per length, from the start of the text; default 8
  --weights q8        matrices rounded to 8 bits, to see what that costs; default stored: as in the files
  --json              the numbers as JSON
  --help

${HOST_HELP}

Exit code: 0, 1 if the model or the text cannot be used, or no position at any length, 2 if an argument is wrong.
`

interface PerplexityRow {
  position: unknown
  /** Mean over all predicted tokens of the windows; null where the position cannot be that long. */
  nats: (number | null)[]
  /** Why the position cannot be that long. */
  refused?: string
}

interface PerplexityReport {
  lengths: number[]
  windows: number[]
  rows: PerplexityRow[]
}

const WEIGHTS = ['stored', 'q8'] as const

const options = {
  ...hostOptions,
  text: { type: 'string' },
  lengths: { type: 'string', default: '128,256,512' },
  position: { type: 'string', multiple: true },
  windows: { type: 'string', default: '8' },
  weights: { type: 'string', default: 'stored' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** @returns the exit code */
export async function perplexity(
  args: readonly string[],
  { out, err }: { out: Terminal; err: Terminal },
): Promise<number> {
  const { values, positionals } = parsed(args)
  if (values.help) {
    out.write(PERPLEXITY_HELP)
    return 0
  }
  const request = requestIn(values, positionals)
  const text = await textOf(request.text)
  const model = await modelAt(request, err)
  try {
    const report = reportOn(model, text, request)
    out.write(values.json ? `${JSON.stringify(report)}\n` : tableFor(report))
    return report.rows.some(({ nats }) => nats.some((value) => value !== null)) ? 0 : 1
  } finally {
    model.dispose()
  }
}

type Parsed = ReturnType<typeof parsed>

interface PerplexityRequest {
  path: string
  text: string
  lengths: number[]
  windows: number
  positions: ModelPosition[]
  weights: (typeof WEIGHTS)[number]
  host: HostValues
}

function requestIn(values: Parsed['values'], positionals: readonly string[]): PerplexityRequest {
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0)
    throw new UsageError(`perplexity takes one folder or name, got ${positionals.length}`)
  if (values.text === undefined) throw new UsageError('--text is missing')
  const lengths = values.lengths.split(',').map((length) => countOf(length, '--lengths', 2))
  const windows = countOf(values.windows, '--windows', 1)
  const positions = (values.position ?? []).map(positionIn)
  const weights = WEIGHTS.find((one) => one === values.weights)
  if (weights === undefined)
    throw new UsageError(`--weights: got ${values.weights}, wanted ${WEIGHTS.join(' or ')}`)
  const host = { revision: values.revision, host: values.host }
  return { path, text: values.text, lengths, windows, positions, weights, host }
}

async function modelAt({ path, weights, host }: PerplexityRequest, err: Terminal): Promise<Model> {
  const wf = await load()
  if (await isNamed(path, host)) return wf.fromPretrained(path, { ...loadingOptions(host, err), weights })
  const folder = await modelFolder(path)
  const { config, tokenizer } = folder
  const beside = { ...(config && { config }), ...(tokenizer && { tokenizer }) }
  const request = { weights: weightsOf(folder), ...beside }
  return wf.loadModel(request, { weights })
}

function reportOn(model: Model, text: string, { lengths, windows, positions }: PerplexityRequest) {
  const ids = model.encode(text, { addSpecialTokens: false })
  requirePredicting(model)
  for (const position of positions) requireUsable(model, position)
  return reportFor(model, ids, lengths, windows, positions)
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    throw new UsageError(messageOf(cause))
  }
}

function countOf(text: string, name: string, least: number): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= least && count <= 2 ** 24) return count
  throw new UsageError(`${name}: got ${JSON.stringify(text)}, wanted whole numbers from ${least} on`)
}

function positionIn(text: string): ModelPosition {
  try {
    return JSON.parse(text) as ModelPosition
  } catch {
    throw new UsageError(`--position: got ${text}, wanted JSON such as {"type":"alibi"}`)
  }
}

function requirePredicting({ spec, family }: Model): void {
  if (!spec.causal || spec.encoder || spec.head === 'none')
    throw new UsageError(`perplexity: this ${family} does not predict the next token of a text`)
}

/** Refuses a position that not even one token can have: a wrong argument. One that ends before a length is a result. */
function requireUsable(model: Model, position: ModelPosition): void {
  try {
    model.forward({ inputIds: [0] }, { position })
  } catch (cause) {
    throw new UsageError(messageOf(cause).replace(/^options\.position/, '--position'))
  }
}

function reportFor(
  model: Model,
  ids: readonly number[],
  lengths: readonly number[],
  most: number,
  positions: readonly ModelPosition[],
): PerplexityReport {
  const short = lengths.find((length) => ids.length < length)
  if (short !== undefined)
    throw new UsageError(`the text has ${ids.length} tokens, fewer than one window of ${short}`)
  const windows = lengths.map((length) => Math.min(most, Math.floor(ids.length / length)))
  const rows = [undefined, ...positions].map((position) => rowOf(model, ids, lengths, windows, position))
  return { lengths: [...lengths], windows, rows }
}

function rowOf(
  model: Model,
  ids: readonly number[],
  lengths: readonly number[],
  windows: readonly number[],
  position: ModelPosition | undefined,
): PerplexityRow {
  const row: PerplexityRow = { position: position ?? 'own', nats: [] }
  for (const [i, length] of lengths.entries()) {
    try {
      row.nats.push(natsOf(model, ids, length, windows[i] ?? 0, position))
    } catch (cause) {
      row.nats.push(null)
      row.refused = messageOf(cause)
    }
  }
  return row
}

function natsOf(
  model: Model,
  ids: readonly number[],
  length: number,
  windows: number,
  position: ModelPosition | undefined,
): number {
  const { vocab } = model.spec
  let sum = 0
  for (let window = 0; window < windows; window++) {
    const inputIds = ids.slice(window * length, (window + 1) * length)
    const { data } = model.forward({ inputIds }, position === undefined ? {} : { position }).logits
    for (let i = 0; i + 1 < length; i++)
      sum += lossOf(data.subarray(i * vocab, (i + 1) * vocab), inputIds[i + 1] as number)
  }
  return sum / (windows * (length - 1))
}

// The loss of a token in nats, −ln softmax(logits)[id].
function lossOf(logits: Float32Array, id: number): number {
  const top = logits.reduce((most, x) => Math.max(most, x), Number.NEGATIVE_INFINITY)
  const sum = logits.reduce((total, x) => total + Math.exp(x - top), 0)
  return top + Math.log(sum) - (logits[id] as number)
}

function tableFor({ lengths, windows, rows }: PerplexityReport): string {
  const lines = [
    ['nats per token', ...lengths.map(String)],
    ['windows', ...windows.map(String)],
    ...rows.map(({ position, nats }) => [
      position === 'own' ? 'own positions' : JSON.stringify(position),
      ...nats.map((value) => (value === null ? '–' : value.toFixed(4))),
    ]),
  ]
  const reasons = rows.flatMap(({ refused }) => (refused ? [`– ${refused}`] : []))
  return `${aligned(lines)}\n${linesOf([...new Set(reasons)])}`
}
