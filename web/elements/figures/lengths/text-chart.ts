// The loss on a text by length, of the same encodings: a chart below that of the task where there is room, and a sentence.

import { html, nothing } from 'lit'
import { comparedOf } from './compared.js'
import { curvesOf } from './findings.js'
import type { Here } from './here.js'
import { chartOf } from './lengths-chart.js'
import type { CurvesRequest } from './lengths-content.js'
import type { LengthsDrawing } from './lengths-drawing.js'

/** A phone has room for one chart above its control. */
export function textChart(at: Here, drawing: LengthsDrawing) {
  const request = requestOf(at, drawing)
  return request ? html`<div class="text">${chartOf(at, at.words.text, request)}</div>` : nothing
}

export function textCaption(at: Here, drawing: LengthsDrawing) {
  const request = requestOf(at, drawing)
  if (!request) return nothing
  const { words, language } = at
  const { experiment, encodings } = request
  const names = encodings.map(({ name }) => name)
  const losses = curvesOf(experiment, names, 'loss').map(({ encoding, mean }) =>
    words.reading(
      encodings.find(({ name }) => name === encoding)?.label ?? encoding,
      words.values.loss(mean.at(-1) ?? Number.NaN),
    ),
  )
  const said = [
    words.textSetting(experiment.trainLength, experiment.steps, experiment.batch, experiment.width),
    words.textLosses(experiment.testLengths.at(-1) ?? Number.NaN, words.list(losses)),
    words.textCounted,
  ]
  return html`<p><b>${words.text}${language === 'zh' ? '：' : ': '}</b>${said.join(words.fullStop)}</p>`
}

/** Nothing where fewer than two of the chosen encodings have runs. */
function requestOf({ words, state, language }: Here, drawing: LengthsDrawing): CurvesRequest | undefined {
  const { text: experiment } = drawing
  const recorded = new Set(experiment?.runs.map(({ encoding }) => encoding))
  const encodings = comparedOf(state, drawing, language).filter(({ name }) => recorded.has(name))
  if (!experiment || encodings.length < 2) return undefined
  return { experiment, encodings, measure: 'loss', label: words.textChart }
}
