// Card of a model by its files: its shape, its memory, and where position enters.

import { html, nothing } from 'lit'
import { short } from '../../../content/format.js'
import type { LayerReport } from '../../../lib/model/report.js'
import { titleOf } from '../../parts/positions/titles.js'
import type { Here, YourModelDrawing } from './here.js'
import { bytesOf, type Found, loaderOf } from './loader.js'

export function cardView(at: Here, { library }: YourModelDrawing, found: Found) {
  const { words } = at
  const { checkpoint, report, most } = found
  const bytes = bytesOf(found, loaderOf(at.element)) ?? 0
  const { parameters = 0, layers = 0, heads = 0, headDim = 0, context = 0 } = report
  const { fields = [], tensors = [] } = report.ignored ?? {}
  const dtypes = Object.keys(report.dtypes ?? {}).join(', ')
  const family = [...new Set([report.family, report.modelType])].filter(Boolean).join(' · ')
  const facts: (readonly [string, unknown])[] = [
    [words.card.family, family || words.untold],
    [
      words.card.files,
      [words.files(checkpoint.shards.length, megabytes(sizeOf(found))), dtypes]
        .filter(Boolean)
        .join(words.comma),
    ],
  ]
  const { pictures, hears } = report
  facts.push(
    pictures
      ? [words.card.pictures, words.pictures(pictures.size, pictures.side)]
      : hears
        ? [words.card.reads, words.sounds]
        : [words.card.tokenizer, checkpoint.hasTokenizer ? words.tokenizerThere : words.tokenizerMissing],
  )
  if (report.family)
    facts.push(
      [words.card.parameters, parameters ? words.parameters(parameters) : words.untold],
      [words.card.memory, words.memory(megabytes(bytes), megabytes(most))],
      [words.card.shape, words.shape(layers, heads, headDim, directionOf(at, report))],
      [words.card.context, words.contextOf(context)],
      [words.card.position, positionsView(at, library.encodings, report)],
    )
  if (fields.length) facts.push([words.card.ignoredFields, fewOf(fields)])
  if (tensors.length) facts.push([words.card.ignoredTensors, fewOf(tensors)])
  return html`<dl class="card">
    ${facts.map(([name, fact]) => html`<div><dt>${name}</dt><dd>${fact}</dd></div>`)}
  </dl>`
}

function directionOf({ words }: Here, { causal = true, positions = [] }: Found['report']): string {
  const encoder = positions.filter(({ stack }) => stack === 'encoder').flatMap(({ layers }) => layers)
  if (encoder.length) return words.afterEncoder(encoder.length)
  return causal ? words.causal : words.bothWays
}

/** The bytes of the files of weights. */
export const sizeOf = ({ checkpoint }: Found): number =>
  checkpoint.shards.reduce((sum, { size }) => sum + size, 0)

/** 269 MB, 2.15 GB */
export function megabytes(bytes: number): string {
  return bytes < 1e9 ? `${short(Number((bytes / 1e6).toPrecision(3)))} MB` : `${short(bytes / 1e9)} GB`
}

const FEW = 8

const fewOf = (names: readonly string[]) =>
  names.slice(0, FEW).join(', ') + (names.length > FEW ? ` … (${names.length})` : '')

type Entries = YourModelDrawing['library']['encodings']

function positionsView(at: Here, entries: Entries, { positions = [], placedByConvolution }: Found['report']) {
  return placedByConvolution
    ? at.words.byConvolution
    : positions.map((layer) => layerView(at, entries, layer))
}

function layerView({ words, language }: Here, entries: Entries, layer: LayerReport) {
  const { stack, layers, encodings, window, frequencies } = layer
  const names = (encodings as Part[])
    .filter(({ type }) => type !== 'mask')
    .map((part) => {
      const entry = entries.find(({ type }) => type === part.type)
      return html`<span class="position">${entry ? titleOf(entry, language) : part.type}</span>${parametersView(part)} `
    })
  const turning = frequencies && [
    words.frequencies(
      frequencies.pairs,
      short(frequencies.shortest),
      short(frequencies.longest),
      frequencies.unfinished,
    ),
    ...(frequencies.attentionFactor === 1 ? [] : [words.factor(short(frequencies.attentionFactor))]),
  ]
  const side = (keys: number | undefined) => (keys === undefined ? words.allKeys : String(keys))
  return html`<p>${words.layers(rangesOf(layers), stack === 'encoder')}${words.comma}${names.length ? names : words.noPosition}</p>
    ${window ? html`<p class="quiet">${words.window(side(window.left), side(window.right))}</p>` : nothing}
    ${turning ? html`<p class="quiet">${turning.join(words.comma)}</p>` : nothing}`
}

type Part = { type: string; [parameter: string]: unknown }

/** base=10000 scaling={ropeType: …} */
function parametersView({ type: _, ...parameters }: Part) {
  const said = Object.entries(parameters).map(
    ([name, value]) =>
      `${name} = ${typeof value === 'object' ? JSON.stringify(value).replaceAll('"', '') : value}`,
  )
  return said.length ? html` <code>${said.join('; ')}</code>` : nothing
}

/** 0–3, 5, counted from 1 */
function rangesOf(numbers: readonly number[]): string {
  const found: [number, number][] = []
  for (const n of numbers.map((layer) => layer + 1)) {
    const last = found.at(-1)
    if (last && last[1] === n - 1) last[1] = n
    else found.push([n, n])
  }
  return found.map(([a, b]) => (a === b ? `${a}` : `${a}–${b}`)).join(', ')
}
