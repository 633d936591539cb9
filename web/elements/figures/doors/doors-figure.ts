// The body of <wf-doors>; loaded when the element first becomes visible.

import { html, nothing, svg } from 'lit'
import { choiceControl, segmentsControl } from '../../parts/controls/controls.js'
import { unbroken } from '../../parts/element/unbroken.js'
import type { At, FigureBody } from '../../parts/figure/figure-body.js'
import { DOORS, type DoorName, doorNumber } from '../../parts/positions/door-names.js'
import { lookOfEncoding } from '../../parts/positions/looks.js'
import { menuName, titleOf } from '../../parts/positions/titles.js'
import { type Door, doorsDiagram, type Mark } from './doors-diagram.js'
import { type DoorsDrawing, drawDoors } from './doors-drawing.js'
import type { doorsFields } from './doors-fields.js'
import { doorsStyles } from './doors-styles.js'
import { type DoorsWords, doorsWords } from './messages.js'

type Here = At<typeof doorsFields, DoorsWords>

/** One of each kind: at the start, by rotation, by a bias, by vectors in each layer. */
const FEW = ['sinusoidal', 'rope', 'alibi', 'shaw'] as const

/** Encodings listed in a sentence at most. */
const MOST_MEMBERS = 8

export const doorsFigure: FigureBody<typeof doorsFields, DoorsWords, DoorsDrawing> = {
  hue: ({ state }) => lookOfEncoding(state.encoding).tone,
  words: doorsWords,
  styles: doorsStyles,

  async compute({ library, state, complain }) {
    const drawing = drawDoors(library.encodings, state)
    drawing.refusals.forEach(complain)
    return drawing
  },

  look: ({ words }) => words.look,

  picture: diagramView,

  primary: ({ state, words, change }, drawing) =>
    state.fixed || !drawing
      ? nothing
      : segmentsControl({
          ...{ id: 'few', label: words.choose, value: drawing.entry.type },
          options: FEW.map((value) => ({ value, name: words.short[value] })),
          onChange: (encoding) => change({ encoding, door: 'auto' }),
        }),

  controls: ({ state, words, language, change }, { entry, entries }) =>
    state.fixed
      ? nothing
      : choiceControl({
          id: 'encoding',
          label: words.choose,
          value: entry.type,
          options: entries.map((known) => ({ value: known.type, name: menuName(known, language) })),
          onChange: (encoding) => change({ encoding, door: 'auto' }),
        }),

  caption(at, drawing) {
    const { words, language } = at
    const { entry } = drawing
    if (!entry.link) return explanation(at, drawing)
    return html`${explanation(at, drawing)}<strong>${titleOf(entry, language)}</strong>${words.stop}${words.paper}${words.gap}<a href=${entry.link}
        >${entry.paper}</a
      >`
  },

  exports({ element, words, language }, drawing) {
    const title = words.label(titleOf(drawing.entry, language))
    return {
      scene: async () =>
        (await import('./doors-files.js')).doorsScene(diagramOf(words, drawing), element, title),
      csv: async () => (await import('./doors-files.js')).doorsCsv(drawing, words),
      code: () => libraryCode(drawing),
    }
  },
}

const diagramOf = (words: DoorsWords, { lit, beside }: DoorsDrawing) =>
  doorsDiagram(lit, beside, { ...words.diagram, names: words.names })

function diagramView(at: Here, drawing: DoorsDrawing) {
  const { words, language } = at
  const { width, height, marks, doors } = diagramOf(words, drawing)
  return html`<svg viewBox="0 0 ${width} ${height}" role="group" aria-label=${words.label(titleOf(drawing.entry, language))}>
    <g aria-hidden="true">${marks.map(markView)}</g>
    ${doors.map((door) => doorView(at, drawing, door))}
  </svg>`
}

function doorView({ words, change }: Here, drawing: DoorsDrawing, { door, lit, marks, area }: Door) {
  const choose = () => door !== drawing.door && change({ door })
  const name = words.door(doorNumber(door), words.names[door])
  const label = [name, lit ? words.open : words.shut].join(words.comma)
  return svg`<g
    class="door"
    data-door=${door}
    role="button"
    tabindex=${door === drawing.door ? 0 : -1}
    aria-pressed=${door === drawing.door}
    aria-label=${label}
    @click=${choose}
    @focus=${choose}
    @keydown=${(event: KeyboardEvent) => onKey(event, choose)}
  >
    <g aria-hidden="true">${marks.map(markView)}</g>
    <rect class="area" x=${area.x} y=${area.y} width=${area.width} height=${area.height} />
  </g>`
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** Arrow keys move through the doors. */
function onKey(event: KeyboardEvent, choose: () => void): void {
  const step = STEPS[event.key]
  if (event.key === 'Enter' || event.key === ' ') choose()
  else if (step === undefined) return
  else {
    const here = event.currentTarget as SVGElement
    const all = [...(here.ownerSVGElement?.querySelectorAll<SVGElement>('.door') ?? [])]
    all[all.indexOf(here) + step]?.focus()
  }
  event.preventDefault()
}

function markView(mark: Mark) {
  if (mark.kind === 'text') {
    const { x, y, text, ink, anchor, bold } = mark
    return svg`<text x=${x} y=${y} text-anchor=${anchor ?? 'start'} fill="var(--_${ink})" font-weight=${bold ? 700 : 400}>${text}</text>`
  }
  const { d, stroke, fill, width = 1, dash } = mark
  return svg`<path
    d=${d}
    fill=${fill ? `var(--_${fill})` : 'none'}
    stroke=${stroke ? `var(--_${stroke})` : 'none'}
    stroke-width=${width}
    stroke-dasharray=${dash ? dash.join(' ') : nothing}
  />`
}

function explanation({ words, language }: Here, drawing: DoorsDrawing) {
  const { door, lit, members } = drawing
  const names = members.slice(0, MOST_MEMBERS).map((entry) => titleOf(entry, language))
  const more = members.length - names.length
  return html`<div class="what" aria-live="polite">
    <p>${sentences(drawing, words, titleOf(drawing.entry, language)).join(words.gap)}</p>
    <p class="name ${lit.includes(door) ? 'lit' : ''}">${words.door(doorNumber(door), words.names[door])}</p>
    <p>${unbroken(words.explained[door])}</p>
    <p class="quiet">${names.length ? words.members(names.join(words.comma), more) : words.nobody}</p>
  </div>`
}

/** By which doors the encoding enters. */
function sentences({ lit, beside, optional }: DoorsDrawing, words: DoorsWords, title: string): string[] {
  const named = (door: DoorName) => words.named(doorNumber(door), words.names[door])
  const names = DOORS.filter((door) => lit.includes(door)).map(named)
  const list = [names.slice(0, -1).join(words.comma), names.at(-1)].filter(Boolean).join(words.and)
  const enters = names.length ? words.enters(title, list) : words[beside.length ? 'only' : 'none'](title)
  return [
    enters,
    ...optional.map((door) => words.optional(named(door))),
    ...beside.map((name) => words.beside[name]),
  ]
}

function libraryCode({ entry }: DoorsDrawing): string {
  return `import { encodings } from 'whereformer'\n\nencodings.find(({ type }) => type === '${entry.type}')?.doors // ${JSON.stringify(entry.doors)}`
}
