// The body of <wf-bias>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import { choiceControl, rangeControl, segmentsControl, walkButtons } from '../../parts/controls/controls.js'
import { positionCode } from '../../parts/export/position-code.js'
import type { At, FigureBody } from '../../parts/figure/figure-body.js'
import { openOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { ownTitle } from '../../parts/formula/own-title.js'
import { LinesElement } from '../../parts/lines/lines-element.js'
import { linesExports } from '../../parts/lines/lines-exports.js'
import { MatrixCanvasElement } from '../../parts/matrix/matrix-canvas-element.js'
import { matrixExports } from '../../parts/matrix/matrix-exports.js'
import { MatrixViewElement } from '../../parts/matrix/matrix-view-element.js'
import { hueOfEncoding } from '../../parts/positions/looks.js'
import { parameterControls } from '../../parts/positions/parameter-controls.js'
import { menuName, titleOf } from '../../parts/positions/titles.js'
import { courseContent, mapContent, slopesContent } from './bias-content.js'
import { type BiasDrawing, drawBias } from './bias-drawing.js'
import type { BiasView, biasFields } from './bias-fields.js'
import { biasStyles } from './bias-styles.js'
import { weightsPicture } from './bias-weights-picture.js'
import { courseOf } from './course.js'
import { type BiasWords, biasWords } from './messages.js'

type Here = At<typeof biasFields, BiasWords>

export const biasFigure: FigureBody<typeof biasFields, BiasWords, BiasDrawing> = {
  hue: ({ state }) => hueOfEncoding(state.encoding),
  words: biasWords,
  uses: {
    'wf-matrix-view': MatrixViewElement,
    'wf-matrix-canvas': MatrixCanvasElement,
    'wf-lines': LinesElement,
  },
  styles: biasStyles,

  async compute({ library, state, element, complain }) {
    const drawing = await drawBias(library, state, openOwn(library, element, { ...state, frequencies: '' }))
    drawing.refusals.forEach(complain)
    return drawing
  },

  look({ state, words: { look } }, drawing) {
    const view = drawing?.view ?? state.view
    if (!drawing?.counted || view === 'slopes') return look[view]
    return look[view === 'map' ? 'bucketMap' : 'buckets']
  },

  picture({ state, words, language, frame, change }, drawing) {
    const title = titleOf(drawing.entry, language)
    if (drawing.weights)
      return weightsPicture({
        ...{ shown: drawing.weights, head: drawing.head, distance: state.distance, title, words },
        onHead: (head) => change({ head }),
        onDistance: (distance) => change({ distance }),
      })
    if (drawing.view !== 'map') {
      return html`<wf-lines .content=${curves(drawing, title, words)} .words=${frame}></wf-lines>`
    }
    return html`<div class="map-of-bias"><wf-matrix-view .content=${mapContent(drawing, title, words)} .words=${frame}></wf-matrix-view></div>`
  },

  primary: kindControl,
  controls,

  caption({ words, language }, drawing) {
    const { entry } = drawing
    return html`<strong>${titleOf(entry, language)}</strong>${words.stop}${sentences(drawing, words, language).join(words.gap)}
      ${entry.link ? html`${words.paper}${words.gap}<a href=${entry.link}>${entry.paper}</a>` : nothing}`
  },

  exports({ element, words, language }, drawing) {
    const title = titleOf(drawing.entry, language)
    const files =
      drawing.view === 'map'
        ? matrixExports(element, mapContent(drawing, title, words), title)
        : linesExports(element, curves(drawing, title, words), title)
    return { ...files, code: () => libraryCode(drawing) }
  },
}

function curves(drawing: BiasDrawing, title: string, words: BiasWords) {
  return drawing.view === 'slopes'
    ? slopesContent(drawing, title, words)
    : courseContent(drawing, title, words)
}

function overview(
  { maps, head, range, causal, counted }: BiasDrawing,
  words: BiasWords,
  choose: (head: number) => void,
) {
  return html`<div class="overview">
    ${words.all(maps.length)}
    <div class="heads" role="toolbar" aria-label=${words.head} @keydown=${walkButtons}>
      ${maps.map(
        (matrix, i) =>
          html`<button
            type="button"
            tabindex=${i === head ? 0 : -1}
            aria-pressed=${i === head}
            aria-label=${words.headLine(i + 1)}
            @click=${() => choose(i)}
          >
            <wf-matrix-canvas
              .matrix=${matrix}
              .colors=${counted ? 'sequential' : 'signed'}
              .low=${range.low}
              .high=${range.high}
              .causal=${causal}
            ></wf-matrix-canvas>
            ${i + 1}
          </button>`,
      )}
    </div>
  </div>`
}

/** The three biases of the article, each in the view that shows its point. */
const KINDS = {
  diagonals: { encoding: 'relativeBias', view: 'map', length: 16 },
  buckets: { encoding: 't5', view: 'weights', length: 64 },
  slopes: { encoding: 'alibi', view: 'weights', length: 32 },
} as const
type Kind = keyof typeof KINDS

function kindControl({ state, words, change }: Here) {
  const kinds = Object.keys(KINDS) as Kind[]
  return segmentsControl({
    ...{ id: 'kind', label: words.choose },
    value: kinds.find((kind) => KINDS[kind].encoding === state.encoding) ?? '',
    options: kinds.map((value) => ({ value, name: words.kinds[value] })),
    onChange: (kind) => change({ ...KINDS[kind as Kind], parameters: {}, head: 0 }),
  })
}

function formulaBox({ state, language, change }: Here, { own }: BiasDrawing) {
  return own?.control({
    state: { ...state, frequencies: '' },
    language,
    kinds: ['bias'],
    onChange: ({ bias }) => change({ bias }),
  })
}

function controls(at: Here, drawing: BiasDrawing) {
  const { state, words, language, change } = at
  const { entries, maps } = drawing
  const entry = entries.find(({ type }) => type === state.encoding) ?? drawing.entry
  return [
    segmentsControl({
      id: 'view',
      label: words.view,
      value: drawing.view,
      options: drawing.views.map((value) => ({
        value,
        name: words.views[value === 'distance' && drawing.counted ? 'buckets' : value],
      })),
      onChange: (view) => change({ view: view as BiasView }),
    }),
    choiceControl({
      id: 'encoding',
      label: words.choose,
      value: entry.type,
      options: [
        ...(drawing.own ? [] : [{ value: OWN, name: ownTitle[language] }]),
        ...entries.map((known) => ({ value: known.type, name: menuName(known, language) })),
      ],
      onChange: (encoding) => change({ encoding, parameters: {}, head: 0 }),
    }),
    formulaBox(at, drawing) ?? nothing,
    rangeControl({
      id: 'length',
      label: words.length,
      min: 4,
      max: 256,
      logarithmic: true,
      value: state.length,
      onChange: (length) => change({ length }),
    }),
    maps.length > 1 || state.heads === 1
      ? rangeControl({
          id: 'heads',
          label: words.heads,
          min: 1,
          max: 16,
          value: state.heads,
          onChange: (heads) => change({ heads }),
        })
      : nothing,
    maps.length > 1
      ? rangeControl({
          id: 'head',
          label: words.head,
          min: 1,
          max: maps.length,
          value: drawing.head + 1,
          onChange: (head) => change({ head: head - 1 }),
        })
      : nothing,
    drawing.view === 'map'
      ? rangeControl({
          ...{ id: 'first', label: words.first, min: 0, max: 1000, value: Math.min(1000, state.first) },
          onChange: (first) => change({ first }),
        })
      : nothing,
    drawing.view === 'map' && maps.length > 1
      ? overview(drawing, words, (head) => change({ head }))
      : nothing,
    drawing.trained
      ? nothing
      : parameterControls({
          entry,
          language,
          values: state.parameters,
          drawn: drawing.position,
          few: 0,
          onChange: (parameters) => change({ parameters }),
        }),
  ]
}

function sentences(drawing: BiasDrawing, words: BiasWords, language: Language): string[] {
  const { captions } = words
  const { slopes, view, counted, head, tables, notes } = drawing
  if (view === 'slopes') return [captions.slopes]
  if (drawing.weights) {
    const alone = drawing.weights.oneSided ? captions.weights : captions.bothSides
    return [
      ...(drawing.trained ? [captions.trained] : []),
      ...(slopes ? [captions.alibi(short(slopes[head] ?? Number.NaN))] : []),
      alone,
    ]
  }
  const what = slopes
    ? captions.alibi(short(slopes[head] ?? Number.NaN))
    : captions[counted ? 'buckets' : 'plain']
  return [
    ...(notes?.[language] ?? [what]),
    ...(tables === 'examples' ? [captions.examples] : []),
    ...(view === 'distance' ? [captions.course(courseOf(drawing).query)] : []),
  ]
}

function libraryCode({ position, sizes: { heads, dim, tokens }, entry, own }: BiasDrawing): string {
  const bias = (given: string) =>
    `wf.bias(${given}, { heads: ${heads}, queries: ${tokens}, keys: ${tokens}, dim: ${dim} })`
  if (own) return own.code(bias('position'))
  return `import { load } from 'whereformer'\n\nconst wf = await load()\n// ${entry.title}\n${bias(positionCode(position))}`
}
