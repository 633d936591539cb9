// Codes of positions in three forms, for readers without scripts: the bars that the figure draws, computed at build time.

import type { Language } from '../../content/bilingual.js'
import { wavesWords } from '../../elements/figures/waves/messages.js'
import { LANE, stripShapes } from '../../elements/figures/waves/strip-shapes.js'
import { STOPS } from '../../elements/figures/waves/strip-words.js'
import type { WavesDrawing } from '../../elements/figures/waves/waves-drawing.js'

const [WIDTH, HEIGHT] = [320, 240]

/** Side by side: counting, binary, waves. */
export function wavesFallback(language: Language, drawings: readonly WavesDrawing[]): string {
  const words = wavesWords[language]
  const names = drawings.map(({ form }) => words.forms[form])
  const strips = drawings.map((drawing, i) => stripSvg(drawing, names[i] ?? '', i * WIDTH))
  const label = [words.title, ...names].join(', ')
  return `<svg viewBox="0 0 ${drawings.length * WIDTH} ${HEIGHT}" role="img" aria-label="${label}">${strips.join('')}</svg>`
}

function stripSvg(drawing: WavesDrawing, name: string, left: number): string {
  const { bars, left: axis } = stripShapes(drawing, {
    ...{ width: WIDTH, height: HEIGHT, form: STOPS[drawing.form], table: 0, columns: drawing.columns },
    ...{ position: 0, other: Number.NaN },
  })
  const paths = bars.map((d, i) => `<path fill-opacity="${i % 2 ? 0.72 : 1}" d="${rounded(d)}"/>`)
  const text = `<text x="${axis}" y="${HEIGHT - LANE / 4}" font-size="14" fill="currentColor">${name}</text>`
  return `<g transform="translate(${left} 0)"><g fill="var(--wf-sinusoid)">${paths.join('')}</g>${text}</g>`
}

const rounded = (path: string): string =>
  path.replace(/\d+\.\d+/g, (number) => String(Number(Number(number).toFixed(1))))
