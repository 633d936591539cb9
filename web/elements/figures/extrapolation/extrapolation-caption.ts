// What the picture of <wf-extrapolation> shows, in sentences.

import { html } from 'lit'
import { short } from '../../../content/format.js'
import { sentenceOf } from './extrapolation-content.js'
import type { Here } from './here.js'
import type { LossDrawing } from './loss-ledger.js'
import { type LossRecord, lossRecord } from './loss-record.js'
import type { ExtrapolationWords } from './messages.js'

export function lossCaption(at: Here, drawing: LossDrawing) {
  const { words, state } = at
  return html`<div class="captions">
    ${drawing.missing.map((one) => missingView(one, at))}
    <p>${[...found(drawing, words), ...(state.cut && drawing.recorded ? cutSentences(lossRecord, drawing, words) : [])].join(words.gap)}</p>
    <p>${how(at, drawing).join(words.gap)}</p>
  </div>`
}

function missingView({ model, trouble }: LossDrawing['missing'][number], { words, language }: Here) {
  const advice = trouble.advice ? `${trouble.advice[language]}${words.gap}` : ''
  return html`<p class="complaint">${words.missing(model === 'own' ? '' : words.models[model])} ${advice}<code>${trouble.message}</code></p>`
}

/** What the table beside the chart does not say. */
function found(drawing: LossDrawing, words: ExtrapolationWords): string[] {
  const { curves, title } = drawing
  return [
    ...(title === undefined ? [] : curves.map((curve) => sentenceOf(curve, drawing, words))),
    ...(curves.some(({ model, kept }) => model === 'learned' && kept === undefined) ? [words.ends] : []),
  ]
}

/** Predictions of the later half of each window, paired; and how much attention reaches back beyond the cut. */
function cutSentences(
  { late, beyond }: LossRecord,
  { view }: LossDrawing,
  words: ExtrapolationWords,
): string[] {
  const models = (['alibi', 't5', 'rope'] as const).filter((model) => view === 'loss' || model === 'rope')
  const numbers = models.map((model) => {
    const cuts = late.cuts.filter((one) => one.model === model)
    return [
      words.lateWhole(words.models[model], (cuts[0]?.whole ?? Number.NaN).toFixed(3)),
      ...cuts.map(({ kept, cut, difference, spread }) =>
        words.lateCut(kept, cut.toFixed(3), signed(difference), spread.toFixed(3)),
      ),
    ].join(words.comma)
  })
  const gentlest = beyond.shares.map((heads) => Math.round(100 * (heads.at(-1) ?? Number.NaN)))
  const lowest = gentlest.reduce((least, share) => Math.min(least, share), 100)
  const highest = gentlest.reduce((most, share) => Math.max(most, share), 0)
  return [
    words.late(late.from, late.to, short(late.predictions)),
    `${numbers.join(words.semicolon)}${words.stop.trim()}`,
    ...(view === 'loss' ? [words.beyond(lowest, highest, beyond.distance)] : []),
  ]
}

const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`

function how(
  { words, state }: Here,
  { prepared, read, title, lengths, recorded, view, curves }: LossDrawing,
): string[] {
  const scaled = curves.some(({ scaling }) => scaling !== 'none')
  return [
    ...(state.scaling === 'none' ? [] : [words.methods[state.scaling]]),
    ...(scaled ? [words.untrained] : view === 'loss' && title !== undefined ? [words.none] : []),
    ...(recorded ? [words.recorded(short(read))] : []),
    ...(recorded ? [] : [state.text !== '' && !prepared.replaced ? words.own(read) : words.shipped(read)]),
    ...(title === undefined ? [words.errors] : [words.alone]),
    ...(prepared.leftOut ? [words.strangers(prepared.leftOut)] : []),
    ...(prepared.replaced ? [words.replaced] : []),
    ...(read < (lengths[0] ?? 0) ? [words.tooShort] : []),
  ]
}
