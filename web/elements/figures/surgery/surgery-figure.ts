// The body of <wf-surgery>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import { exampleNote } from '../../parts/example/example-notes.js'
import type { Exports } from '../../parts/export/exports.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { ColorScaleElement } from '../../parts/matrix/color-scale-element.js'
import { HeatMapElement } from '../../parts/matrix/heat-map-element.js'
import { hueOfEncoding } from '../../parts/positions/looks.js'
import { titleOf } from '../../parts/positions/titles.js'
import { hasStacks } from '../../parts/trained/own-model.js'
import { textBox } from '../../parts/trained/text-box.js'
import { modelBaseOf, ownModelOf } from '../../parts/trained/trained-figure-element.js'
import {
  modelsFolder,
  TRAINED_BYTES,
  type TrainedName,
  trainedModel,
} from '../../parts/trained/trained-models.js'
import { trainedWords, wordsOfPieces } from '../../parts/trained/trained-words.js'
import { type SurgeryWords, surgeryWords } from './messages.js'
import { mapsOf, nameOf } from './surgery-content.js'
import { surgeryControls } from './surgery-controls.js'
import { drawSurgery, inLanguage, type Side, type SurgeryDrawing } from './surgery-drawing.js'
import type { surgeryFields } from './surgery-fields.js'
import { surgeryPicture } from './surgery-picture.js'
import { surgeryStyles } from './surgery-styles.js'

type Body = FigureBody<typeof surgeryFields, SurgeryWords, SurgeryDrawing>

/** `models` = how many are loaded at the start. */
export const surgeryFigure = (models: number): Body => ({
  hue: ({ state, element }) =>
    state.compare || ownModelOf(element) ? 'other' : hueOfEncoding(state.encoding),
  words: surgeryWords,
  uses: { 'wf-heat-map': HeatMapElement, 'wf-color-scale': ColorScaleElement },
  styles: surgeryStyles,
  download: models * TRAINED_BYTES,

  async compute({ library, state, language, element, complain, progress }) {
    const own = ownModelOf(element)
    const openModel = async (name: TrainedName) =>
      own ?? trainedModel(library, name, modelsFolder(modelBaseOf(element)), progress)
    const drawing = await drawSurgery({ library, state, language, openModel, own })
    drawing.refusals.forEach(complain)
    return drawing
  },

  look: ({ state, words }) => words.look[state.operation],

  picture({ state, words, language, element, change }, drawing) {
    const { typed } = drawing
    const trained = (ownModelOf(element) ? wordsOfPieces : trainedWords)[language]
    const box = typed
      ? textBox({
          text: state.text,
          ...typed,
          words: trained,
          gap: words.gap,
          onChange: (text) => change({ text }),
        })
      : nothing
    return html`${box} ${surgeryPicture(inLanguage(drawing, language), words, language)}`
  },

  controls: ({ state, words, language, change }, drawing) =>
    surgeryControls({ state, drawing, words, language, change }),

  caption({ state, words, language }, { sides, causal }) {
    const notes =
      state.source === 'random' && sides.every(({ trained }) => !trained)
        ? sides.map((side) => noteOf(side, language))
        : []
    const why = sides.some(({ trained }) => trained) && !causal ? words.whyBoth[state.operation] : undefined
    const moved = sides.some(({ trained }) => trained && hasStacks(trained)) ? words.encoderMoved : undefined
    const sentences = [why ?? words.why[state.operation], ...new Set(notes), words.what, moved]
    return sentences.filter((sentence) => sentence !== undefined).join(words.gap)
  },

  exports: ({ element, words, language }, drawing) =>
    exportsOf(element, inLanguage(drawing, language), words, language),
})

function noteOf({ entry }: Side, language: Language): string | undefined {
  return exampleNote(entry, titleOf(entry, language), language)
}

function exportsOf(
  element: HTMLElement,
  drawing: SurgeryDrawing,
  words: SurgeryWords,
  language: Language,
): Exports {
  const maps = drawing.sides.flatMap((side) =>
    mapsOf(drawing, side, words, language).map(({ title, content }) => ({
      title: `${nameOf(side, language)} · ${title}`,
      content,
    })),
  )
  return {
    scene: async () =>
      (await import('../../parts/matrix/matrices-scene.js')).matricesScene(maps, element, words.tableLabel),
    ...(drawing.typed ? { besides: trainedWords[language].besides } : {}),
    csv: async () =>
      outputsCsv(drawing, words, language, (await import('../../parts/export/csv.js')).csvLine),
  }
}

function outputsCsv(
  { names, plan, sides }: SurgeryDrawing,
  words: SurgeryWords,
  language: Language,
  csvLine: (cells: readonly (string | number)[]) => string,
): string {
  const place = (token: number) =>
    plan.before
      .map(({ tokens, positions }) => positions[tokens.indexOf(token)])
      .find((at) => at !== undefined)
  const header = [words.token, words.before, words.after, ...sides.map((side) => nameOf(side, language))]
  const lines = names.map((name, token) => [
    name,
    place(token) ?? '',
    plan.after.positions[plan.after.tokens.indexOf(token)] ?? '',
    ...sides.map(({ change }) => change?.outputs[token] ?? ''),
  ])
  return `${[header, ...lines].map(csvLine).join('\n')}\n`
}
