// `whereformer identify`: which convention arrays in files follow.

import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Explanation, type Identification, type IdentifyRequest, load, type Tensor } from 'whereformer'
import { FormulaError } from '../formula/formula-error.js'
import type { FormulaKind } from '../formula/names.js'
import { type Formula, readFormula } from '../formula/read.js'
import { biasesOf, rotatedBy } from '../formula/recognise.js'
import { messageOf } from '../lib/boundary/errors.js'
import { arrayIn } from '../lib/identify/array-file.js'
import { bytesOf } from './files.js'
import { joined } from './formula-arguments.js'
import { linesOf, type Terminal } from './terminal.js'
import { UsageError } from './usage.js'

const IDENTIFY_HELP = `Usage: npx whereformer identify --input FILE --output FILE [--positions FILE] [--heads N] [--json]
       npx whereformer identify --added FILE | --bias FILE | --scores FILE [--query FILE --key FILE] [--positions FILE] [--json]
       npx whereformer identify --bias FORMULA [--heads N] [--length N] | --frequencies FORMULA [--dim N] [--length N] [--json]

Names the convention of arrays: which encoding, with which layout, base, scaling, offset and scale, computes the output from the input, the
largest difference, and what it would be if one convention were changed. FILE is .npy, JSON (nested lists), or FILE.safetensors:NAME.

  --input FILE        rows before the encoding: [tokens, dim], [heads, tokens, dim] or [batch, heads, tokens, dim]
  --output FILE       the same rows after it
  --heads N           heads that lie side by side in a row, [tokens, heads · dim]
  --added FILE        vectors that are added to embeddings: [tokens, dim]
  --bias FILE         what is added to scores: [queries, keys] or [heads, queries, keys]
  --scores FILE       scores before the softmax, as --bias; with --query FILE and --key FILE of the same heads
  --positions FILE    one per token; 0, 1, 2 … without it
  --bias FORMULA      what is added to scores, of d = key − query, query i, key j, head h of H and n positions, such as
                      '-log(1 + abs(d)) * 2^-(h+1)'; any value that names no file is read as a formula
  --frequencies FORMULA
                      radians per position of pair k in a head of width D, such as '10000^(-2*k/D)'
  --length N --dim N  sizes of a formula: positions and width of a head; default 64, 64, and 8 heads
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
  frequencies: { type: 'string' },
  length: { type: 'string' },
  dim: { type: 'string' },
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
  const formula = await formulaIn(values)
  if (formula) return answered(await ofFormula(formula, values), values.json, out)
  const named = FILES.filter((name) => values[name] !== undefined)
  if (!named.some((name) => ['output', 'added', 'bias', 'scores'].includes(name)))
    throw new UsageError('wanted --input and --output, --added, --bias, --scores or --frequencies')
  const request: Record<string, unknown> = {}
  if (values.heads !== undefined) request.heads = countIn(values, 'heads', 1)
  for (const name of named) request[name] = await arrayOf(values[name] as string)
  if (request.positions) request.positions = (request.positions as Tensor).data
  return answered(await (await load()).identify(request as IdentifyRequest), values.json, out)
}

function answered(found: Identification, json: boolean | undefined, out: Terminal): number {
  out.write(json ? `${JSON.stringify(found, plain, 2)}\n` : textOf(found))
  return found.verdict === 'none' ? 1 : 0
}

/** The formula among the arguments: that of frequencies, or a bias that is no file. */
async function formulaIn({ bias, frequencies }: Values): Promise<Formula | undefined> {
  if (bias !== undefined && frequencies !== undefined)
    throw new UsageError('got --bias and --frequencies, wanted one of them')
  if (frequencies !== undefined) return readAs(frequencies, 'frequencies')
  const isFile = bias === undefined || ARRAY.test(bias) || existsSync(bias)
  return isFile ? undefined : readAs(bias, 'bias')
}

/** Names that only a file has. */
const ARRAY = /\.(npy|json|safetensors(:.*)?)$/

async function readAs(text: string, kind: FormulaKind): Promise<Formula> {
  try {
    return readFormula(text, kind)
  } catch (cause) {
    const no = kind === 'bias' ? 'no file has this name, and as a formula: ' : ''
    throw new UsageError(`--${kind}: ${no}${messageOf(cause)}`)
  }
}

async function ofFormula(formula: Formula, values: Values): Promise<Identification> {
  const stranger = (['input', 'output', 'added', 'scores', 'query', 'key', 'positions'] as const).find(
    (name) => values[name] !== undefined,
  )
  if (stranger) throw new UsageError(`got --${stranger} with a formula, wanted --heads, --length or --dim`)
  const sizes = {
    heads: countIn(values, 'heads', 8),
    length: countIn(values, 'length', 64),
    dim: countIn(values, 'dim', 64),
  }
  const wf = await load()
  try {
    return wf.identify(
      formula.kind === 'bias' ? biasesOf(formula, sizes) : await rotatedBy(wf, formula, sizes),
    )
  } catch (cause) {
    if (cause instanceof FormulaError) throw new UsageError(`--${formula.kind}: ${cause.message}`)
    throw cause
  }
}

type Values = ReturnType<typeof parsed>['values']

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: joined(args), options, allowPositionals: false })
  } catch (cause) {
    throw new UsageError(messageOf(cause))
  }
}

function countIn(values: Values, name: 'heads' | 'length' | 'dim', usual: number): number {
  const text = values[name]
  if (text === undefined) return usual
  const [count, least] = [Number(text), name === 'heads' ? 1 : 2]
  if (Number.isInteger(count) && count >= least && (name !== 'dim' || count % 2 === 0)) return count
  const wanted = `${name === 'dim' ? 'an even number' : 'a whole number'} from ${least} on`
  throw new UsageError(`--${name}: got ${JSON.stringify(text)}, wanted ${wanted}`)
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
  const several =
    explanations[0]?.free === undefined
      ? 'These fit equally well:\n'
      : 'What fits has a number for every channel, distance or token, or numbers that these do not determine:\n'
  const words = { one: '', several, none: 'None of these. Nearest:\n' }[verdict]
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
