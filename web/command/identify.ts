// `whereformer identify`: which convention arrays in files follow.

import { parseArgs } from 'node:util'
import { type Explanation, type Identification, type IdentifyRequest, load, type Tensor } from 'whereformer'
import { messageOf } from '../lib/boundary/errors.js'
import { arrayIn } from '../lib/identify/array-file.js'
import { bytesOf } from './files.js'
import { linesOf, type Terminal } from './terminal.js'
import { UsageError } from './usage.js'

const IDENTIFY_HELP = `Usage: npx whereformer identify --input FILE --output FILE [--positions FILE] [--heads N] [--json]
       npx whereformer identify --added FILE | --bias FILE | --scores FILE [--query FILE --key FILE] [--positions FILE] [--json]

Names the convention of arrays: which encoding, with which layout, base, scaling, offset and scale, computes the output from the input, the
largest difference, and what it would be if one convention were changed. FILE is .npy, JSON (nested lists), or FILE.safetensors:NAME.

  --input FILE        rows before the encoding: [tokens, dim], [heads, tokens, dim] or [batch, heads, tokens, dim]
  --output FILE       the same rows after it
  --heads N           heads that lie side by side in a row, [tokens, heads · dim]
  --added FILE        vectors that are added to embeddings: [tokens, dim]
  --bias FILE         what is added to scores: [queries, keys] or [heads, queries, keys]
  --scores FILE       scores before the softmax, as --bias; with --query FILE and --key FILE of the same heads
  --positions FILE    one per token; 0, 1, 2 … without it
  --json              the answer as JSON
  --help

Exit code: 0 if something fits, 1 if nothing does or a file cannot be read, 2 if an argument is wrong.
`

const FILES = ['input', 'output', 'added', 'bias', 'scores', 'query', 'key', 'positions'] as const

const options = {
  ...(Object.fromEntries(FILES.map((name) => [name, { type: 'string' }])) as Record<
    (typeof FILES)[number],
    { type: 'string' }
  >),
  heads: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const

/** @returns the exit code */
export async function identify(args: readonly string[], { out }: { out: Terminal }): Promise<number> {
  const { values } = parsed(args)
  if (values.help) {
    out.write(IDENTIFY_HELP)
    return 0
  }
  const named = FILES.filter((name) => values[name] !== undefined)
  if (!named.some((name) => ['output', 'added', 'bias', 'scores'].includes(name)))
    throw new UsageError('wanted --input and --output, --added, --bias or --scores')
  const request: Record<string, unknown> = {}
  if (values.heads !== undefined) request.heads = headsIn(values.heads)
  for (const name of named) request[name] = await arrayOf(values[name] as string)
  if (request.positions) request.positions = (request.positions as Tensor).data
  const found = await (await load()).identify(request as IdentifyRequest)
  out.write(values.json ? `${JSON.stringify(found, plain, 2)}\n` : textOf(found))
  return found.verdict === 'none' ? 1 : 0
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false })
  } catch (cause) {
    throw new UsageError(messageOf(cause))
  }
}

function headsIn(text: string): number {
  const heads = Number(text)
  if (Number.isInteger(heads) && heads >= 1) return heads
  throw new UsageError(`--heads: got ${JSON.stringify(text)}, wanted a whole number from 1 on`)
}

/** The array that an argument names: FILE, or FILE.safetensors:NAME. */
async function arrayOf(text: string): Promise<Tensor> {
  const [, path = text, name] = /^(.*\.safetensors):(.+)$/.exec(text) ?? []
  return arrayIn(await bytesOf(path), path, name)
}

/** Writes typed arrays as lists in JSON. */
const plain = (_: string, value: unknown) =>
  ArrayBuffer.isView(value) ? Array.from(value as Float32Array) : value

function textOf(found: Identification): string {
  const { verdict, explanations, nearest, tolerance, precision } = found
  const words = { one: '', several: 'These fit equally well:\n', none: 'None of these. Nearest:\n' }[verdict]
  const all = verdict === 'none' ? nearest : explanations
  const last = `largest difference that counts as none: ${number(tolerance)} (${precision})`
  return `${words}${all.map(explanationText).join('')}${last}\n`
}

function explanationText({ name, difference, position, same, changes }: Explanation): string {
  const lines = [`${name}: largest difference ${number(difference)}`]
  if (position) lines.push(`  ${positionText(position)}`)
  for (const other of same) lines.push(`  or ${positionText(other)}, which these arrays do not tell apart`)
  for (const { convention, value, difference } of changes)
    lines.push(`  with ${convention} ${value} it would be ${number(difference)}`)
  return linesOf(lines)
}

const positionText = (position: object): string =>
  JSON.stringify(position, (_, value) =>
    typeof value === 'object' && value !== null && 'shape' in value ? `[${value.shape.join(', ')}]` : value,
  )

const number = (x: number): string => String(Number(x.toPrecision(3)))
