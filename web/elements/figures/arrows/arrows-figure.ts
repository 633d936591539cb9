// What <wf-arrows> shows and says; loaded when the element first becomes visible.

import { html } from 'lit'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { smallModel } from '../../parts/trained/small-models.js'
import { modelBaseOf } from '../../parts/trained/trained-figure-element.js'
import { SMALL, SMALL_BYTES } from '../../parts/trained/trained-names.js'
import { arrowsContent } from './arrows-content.js'
import { type ArrowsDrawing, type ArrowsState, drawArrows } from './arrows-drawing.js'
import type { arrowsFields } from './arrows-fields.js'
import { ArrowsViewElement, type MoveEvent, type TipEvent } from './arrows-view-element.js'
import { withArrow } from './changed-arrows.js'
import { angleOf, degrees, lengthOf } from './geometry.js'
import { type ArrowsWords, arrowsWords } from './messages.js'
import { moreStyles, moreView } from './more.js'

export const arrowsFigure: FigureBody<typeof arrowsFields, ArrowsWords, ArrowsDrawing> = {
  words: arrowsWords,
  uses: { 'wf-arrows-view': ArrowsViewElement },
  styles: moreStyles,
  download: SMALL.length * SMALL_BYTES,
  hue: () => 'rope',

  async compute({ library, state, element, progress, complain }) {
    const open = () => smallModel(library, 'small-rope', modelBaseOf(element), progress)
    const drawing = await drawArrows(library, state, open)
    drawing.refused.forEach(complain)
    return drawing
  },

  look: ({ words }) => words.look,

  picture: ({ state, words, change }, drawing) => html`<wf-arrows-view
    .content=${arrowsContent(drawing, state, words)}
    @wf-move=${(event: MoveEvent) => change(event.detail)}
    @wf-tip=${(event: TipEvent) => change(turnedTo(state, event))}
  ></wf-arrows-view>`,

  controls: moreView,

  caption: ({ state, words }, drawing) => {
    const [query, key] = [drawing.query.text, drawing.key.text]
    const source =
      state.vectors === 'made'
        ? words.ofNobody(query, key, state.peak)
        : words.ofHead(query, key, drawing.head + 1, drawing.layer + 1)
    const touched = state.queryArrows + state.keyArrows !== '' ? [words.touched] : []
    return [source, ...touched, ...(state.view === 'row' ? [words.rowMeans] : [])].join(words.gap)
  },

  exports: ({ element, words }, drawing) => ({
    scene: async () => {
      const [{ arrowsScene }, { sceneColors }] = await Promise.all([
        import('./arrows-scene.js'),
        import('../../parts/export/scene.js'),
      ])
      return arrowsScene(drawing, words, sceneColors(element))
    },
    csv: async () => (await import('./arrows-scene.js')).arrowsCsv(drawing, words),
    code: () => libraryCode(drawing),
  }),
}

function turnedTo(state: ArrowsState, { detail: { side, pair, arrow } }: TipEvent): Partial<ArrowsState> {
  const polar = { length: lengthOf(arrow), angle: degrees(angleOf(arrow)) }
  return side === 'query'
    ? { queryArrows: withArrow(state.queryArrows, pair, polar) }
    : { keyArrows: withArrow(state.keyArrows, pair, polar) }
}

function libraryCode({ pairs, query, key }: ArrowsDrawing): string {
  const list = (side: 'query' | 'key') =>
    [0, 1].flatMap((axis) => pairs.map((pair) => Number((pair[side][axis] ?? 0).toFixed(4)))).join(', ')
  return `import { load } from 'whereformer'

const wf = await load()
const rope = { type: 'rope', base: 10000, layout: 'half' }
const query = { data: Float32Array.of(${list('query')}), shape: [1, 1, ${2 * pairs.length}] }
const key = { data: Float32Array.of(${list('key')}), shape: [1, 1, ${2 * pairs.length}] }
const turned = wf.rotate(rope, query, { positions: [${query.at}] })
const { scores } = wf.attention(query, key, key, {
  position: rope,
  positions: { query: [${query.at}], key: [${key.at}] },
  return: ['scores'],
})`
}
