// The body of <wf-rotation>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import { short } from '../../../content/format.js'
import { choiceControl, rangeControl } from '../../parts/controls/controls.js'
import { positionCode } from '../../parts/export/position-code.js'
import type { At, FigureBody } from '../../parts/figure/figure-body.js'
import { unused } from '../../parts/figure/unused.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { ClocksElement, type TurnEvent } from './clocks-element.js'
import { type RotationWords, rotationWords } from './messages.js'
import { clocksContent, wavesContent, wholeTurns } from './rotation-content.js'
import { drawRotation, type RotationDrawing } from './rotation-drawing.js'
import { type rotationFields, SCALINGS, type Scaling } from './rotation-fields.js'
import { rotationStyles } from './rotation-styles.js'

type Here = At<typeof rotationFields, RotationWords>

export const rotationFigure: FigureBody<typeof rotationFields, RotationWords, RotationDrawing> = {
  words: rotationWords,
  uses: { 'wf-clocks': ClocksElement, 'wf-lines': LinesElement },
  styles: rotationStyles,
  compute: ({ library, state, complain }) => {
    if (state.scaling === 'default') unused(['factor'], SCALED).forEach(complain)
    return drawRotation(library, state)
  },
  look: ({ words }) => words.look,
  picture: ({ words, frame, change }, drawing) => html`
    <wf-clocks
      .content=${clocksContent(drawing, words)}
      @wf-turn=${(event: TurnEvent) => change({ position: turned(drawing, event) })}
    ></wf-clocks>
    <div class="waves"><wf-lines .content=${wavesContent(drawing, words)} .words=${frame}></wf-lines></div>
  `,
  controls,
  caption: ({ words }, drawing) => sentences(drawing, words).join(words.gap),
  exports: ({ element, words }, drawing) => ({
    scene: async () => (await import('./clocks-scene.js')).clocksScene(drawing, words, element),
    csv: async () => (await import('./clocks-scene.js')).clocksCsv(drawing, words),
    code: () => libraryCode(drawing),
  }),
}

/** With these the factor is read. */
const SCALED = `scaling=${SCALINGS.filter((name) => name !== 'default').join(' | ')}`

function controls({ state, words, change }: Here) {
  return [
    rangeControl({
      id: 'position',
      label: words.position,
      min: 0,
      max: reach(state.position),
      value: state.position,
      onChange: (position) => change({ position }),
    }),
    rangeControl({
      id: 'distance',
      label: words.distance,
      min: 0,
      max: reach(state.distance),
      value: state.distance,
      onChange: (distance) => change({ distance }),
    }),
    rangeControl({
      id: 'base',
      label: words.base,
      min: 2,
      max: 10_000_000,
      logarithmic: true,
      value: state.base,
      onChange: (base) => change({ base }),
    }),
    rangeControl({
      id: 'dim',
      label: words.dim,
      min: 2,
      max: 128,
      step: 2,
      value: state.dim,
      onChange: (dim) => change({ dim }),
    }),
    choiceControl({
      id: 'scaling',
      label: words.scaling,
      value: state.scaling,
      options: SCALINGS.map((value) => ({ value, name: words.scalings[value] })),
      onChange: (scaling) => change({ scaling: scaling as Scaling }),
    }),
    state.scaling === 'default'
      ? nothing
      : rangeControl({
          id: 'factor',
          label: words.factor,
          min: 1,
          max: 64,
          step: 'any',
          logarithmic: true,
          value: state.factor,
          onChange: (factor) => change({ factor }),
        }),
    rangeControl({
      id: 'train-length',
      label: words.trainLength,
      min: 2,
      max: 131_072,
      logarithmic: true,
      value: state.trainLength,
      onChange: (trainLength) => change({ trainLength }),
    }),
  ]
}

/** The position to which a clock was turned: one turn of a clock is as many positions as its wavelength. */
function turned({ clocks }: RotationDrawing, { detail: { clock, from, turns } }: TurnEvent): number {
  return Math.max(0, Math.min(131_072, Math.round(from + turns * (clocks[clock]?.wavelength ?? 0))))
}

/** A slider whose maximum is above the value. */
function reach(value: number): number {
  return Math.min(131_072, Math.max(128, 2 ** Math.ceil(Math.log2(value + 1))))
}

function sentences(drawing: RotationDrawing, words: RotationWords): string[] {
  const { pairs, clocks, attentionFactor, trainLength } = drawing
  const rest = pairs.length - wholeTurns(drawing)
  return [
    words.caption,
    ...(clocks.length < pairs.length ? [words.shown(clocks.length, pairs.length)] : []),
    ...(rest > 0 ? [words.unseen(rest, trainLength)] : []),
    ...(attentionFactor === 1 ? [] : [words.attentionFactor(short(attentionFactor))]),
  ]
}

function libraryCode({ position, pairs, at }: RotationDrawing): string {
  return `import { load } from 'whereformer'

const wf = await load()
const { inverse, attentionFactor } = wf.frequencies(${positionCode(position)}, { dim: ${2 * pairs.length}, length: ${at[0] + 1} })
const wavelengths = inverse.map((angle) => (2 * Math.PI) / angle)`
}
