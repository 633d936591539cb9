// What <wf-arrows> shows and says; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { unused } from '../../parts/figure/unused.js'
import { smallModel } from '../../parts/trained/small-models.js'
import { modelBaseOf } from '../../parts/trained/trained-figure-element.js'
import { SMALL, SMALL_BYTES } from '../../parts/trained/trained-names.js'
import { arrowsContent } from './arrows-content.js'
import { type ArrowsDrawing, type ArrowsState, drawArrows } from './arrows-drawing.js'
import type { arrowsFields } from './arrows-fields.js'
import { moverView } from './arrows-parts.js'
import { arrowsStyles } from './arrows-styles.js'
import { ArrowsViewElement, type MoveEvent, type PlayEvent, type TipEvent } from './arrows-view-element.js'
import { withArrow } from './changed-arrows.js'
import { angleOf, degrees, lengthOf } from './geometry.js'
import { type ArrowsWords, arrowsWords } from './messages.js'
import { startOf } from './moment.js'
import { moreView } from './more.js'

/** What only the vectors of a head have, and only those that are made up. */
const OF_HEAD = { names: ['layer', 'head'], wanted: 'vectors=head' } as const
const OF_MADE = { names: ['peak'], wanted: 'vectors=made' } as const

export const arrowsFigure: FigureBody<typeof arrowsFields, ArrowsWords, ArrowsDrawing> = {
  words: arrowsWords,
  uses: { 'wf-arrows-view': ArrowsViewElement },
  styles: arrowsStyles,
  download: SMALL.length * SMALL_BYTES,
  hue: () => 'rope',

  async compute({ library, state, element, progress, complain }) {
    const open = () => smallModel(library, 'small-rope', modelBaseOf(element), progress)
    const drawing = await drawArrows(library, state, open)
    const idle = state.vectors === 'made' ? OF_HEAD : OF_MADE
    unused(idle.names, idle.wanted).forEach(complain)
    drawing.refused.forEach(complain)
    return drawing
  },

  look: ({ words }) => words.look,

  picture: ({ state, words, element, change }, drawing) => html`<wf-arrows-view
    .content=${arrowsContent(drawing, state, words)}
    .start=${startIn(element, drawing, state)}
    @wf-play=${({ detail }: PlayEvent) => Object.assign(element, { playing: detail })}
    @wf-move=${(event: MoveEvent) => change(event.detail)}
    @wf-tip=${(event: TipEvent) => change(turnedTo(state, event))}
  ></wf-arrows-view>`,

  primary: ({ element, state, words }, drawing) => {
    if (!drawing) return nothing
    const view = () => element.shadowRoot?.querySelector<ArrowsViewElement>('wf-arrows-view')
    return moverView(arrowsContent(drawing, state, words), {
      start: startIn(element, drawing, state),
      playing: (element as MovingElement).playing,
      onToggle: () => view()?.toggle(),
      onKey: (key) => view()?.moveBoth(key),
    })
  },

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

type MovingElement = HTMLElement & { playing: boolean; start: number }

/** The axis begins where it did while both words are on it. */
function startIn(element: HTMLElement, { query, key }: ArrowsDrawing, state: ArrowsState): number {
  const moving = element as MovingElement
  moving.start = startOf({ query: state.queryAt ?? query.at, key: state.keyAt ?? key.at }, moving.start)
  return moving.start
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
