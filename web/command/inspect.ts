// `whereformer inspect`: a report on a model's files, its positions, what is ignored, and what would be refused. No weights are read.

import { parseArgs } from 'node:util'
import { load } from 'whereformer'
import { messageOf } from '../lib/boundary/errors.js'
import { type FileTensors, type LayerReport, type ModelReport, modelReport } from '../lib/model/report.js'
import { folderHeaders, modelFolder } from './folder.js'
import { type FileValue, HOST_HELP, type HostValues, hostOptions, isNamed, outlineNamed } from './named.js'
import { linesOf, type Terminal } from './terminal.js'
import { UsageError } from './usage.js'

const INSPECT_HELP = `Usage: npx whereformer inspect FOLDER|NAME [--file F] [--revision R] [--host H] [--json]

Reads config.json and the headers of the weights (not the weights): where position enters each layer, base, scaling, frequencies and their
wavelengths against the context, windows, what is ignored, and what would be refused.

--file F names the file of weights, where that is not model.safetensors: one of several GGUF files.

${HOST_HELP}

Exit code: 0 if the model would load, 1 if not, 2 if an argument is wrong.
`

/** What is read of a model, and where it is. */
interface Headers {
  at: { folder: string } | { name: string; revision: string }
  config: object
  files: readonly FileTensors[]
}

type Report = ModelReport & Headers['at']

/** @returns the exit code */
export async function inspect(
  args: readonly string[],
  { out, err }: { out: Terminal; err: Terminal },
): Promise<number> {
  const { values, positionals } = parsed(args)
  if (values.help) {
    out.write(INSPECT_HELP)
    return 0
  }
  const [path, ...more] = positionals
  if (path === undefined || more.length > 0)
    throw new UsageError(`inspect takes one folder or name, got ${positionals.length}`)
  const report = await reportOf(await headersIn(path, values, err))
  out.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : textOf(report))
  return report.loads ? 0 : 1
}

function parsed(args: readonly string[]) {
  const options = {
    ...hostOptions,
    file: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    throw new UsageError(messageOf(cause))
  }
}

async function headersIn(path: string, values: HostValues & FileValue, err: Terminal): Promise<Headers> {
  if (await isNamed(path, values)) {
    const { config, revision, shards } = await outlineNamed(path, values, err)
    return { at: { name: path, revision }, config: config as object, files: shards } // headers bring it where there is none
  }
  const { config, files } = await folderHeaders(await modelFolder(path, values.file))
  return { at: { folder: path }, config, files }
}

async function reportOf({ at, config, files }: Headers): Promise<Report> {
  const wf = await load()
  return { ...at, ...(await modelReport(config, files, (...asked) => wf.frequencies(...asked))) }
}

function textOf(report: Report): string {
  const title = 'folder' in report ? report.folder : `${report.name} at ${report.revision}`
  const lines = [
    `${title}: ${report.modelType || 'no model_type'}${report.loads ? '' : ' – would be refused'}`,
  ]
  for (const reason of report.refused) lines.push(`  refused: ${reason}`)
  if (report.assumed) lines.push(`  ${report.assumed}`)
  if (report.family) {
    const { parameters = 0, bytes = 0, q8Bytes = 0, dtypes = {} } = report
    const { layers, heads, headDim, context, causal } = report
    const memory = `${megabytes(bytes)} MB in memory (${megabytes(q8Bytes)} with weights: 'q8')`
    const stored = Object.entries(dtypes)
      .map(([dtype, count]) => `${count} ${dtype}`)
      .join(', ')
    lines.push(
      `  ${(parameters / 1e6).toFixed(3)} million parameters, ${memory}; tensors: ${stored}`,
      `  ${layers} layers of ${heads} heads of ${headDim} channels, ${causal ? 'causal' : 'bidirectional'}; context ${context}`,
    )
  }
  if (report.placedByConvolution)
    lines.push('  a convolution over neighbouring frames brings position in, before the layers')
  // spread: a few lines per layer
  for (const layer of report.positions ?? []) lines.push(...layerLines(layer, report))
  const { fields = [], tensors = [] } = report.ignored ?? {}
  if (fields.length > 0) lines.push(`  ignored fields: ${fields.join(', ')}`)
  if (tensors.length > 0) lines.push(`  ignored tensors: ${shortened(tensors)}`)
  return linesOf(lines)
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)

function layerLines(
  { stack, layers, encodings, window, frequencies }: LayerReport,
  { context }: ModelReport,
): string[] {
  const lines = [
    `  ${stack} layers ${ranges(layers)}: ${encodings.map((part) => JSON.stringify(part)).join(' ')}`,
  ]
  if (window)
    lines.push(`    window: ${window.left ?? 'all'} keys to the left, ${window.right ?? 'all'} to the right`)
  if (frequencies) {
    const { pairs, shortest, longest, unfinished, attentionFactor } = frequencies
    const factor = attentionFactor === 1 ? '' : `; cosines and sines times ${attentionFactor}`
    lines.push(
      `    ${pairs} rotated pairs, wavelengths ${shortest.toFixed(2)} to ${longest.toPrecision(5)} positions; ${unfinished} complete no turn within ${context}${factor}`,
    )
  }
  return lines
}

function shortened(names: readonly string[]): string {
  return names.slice(0, 8).join(', ') + (names.length > 8 ? ` … (${names.length})` : '')
}

/** Numbers as ranges, such as 0–3, 5. */
function ranges(numbers: readonly number[]): string {
  const found: [number, number][] = []
  for (const n of numbers) {
    const last = found.at(-1)
    if (last && last[1] === n - 1) last[1] = n
    else found.push([n, n])
  }
  return found.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(', ')
}
