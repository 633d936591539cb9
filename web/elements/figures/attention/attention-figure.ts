// The body of <wf-attention>; loaded when the element first becomes visible.

import { html, nothing } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import { choiceControl, rangeControl } from '../../parts/controls/controls.js'
import type { Exports } from '../../parts/export/exports.js'
import { beyond } from '../../parts/figure/beyond.js'
import type { FigureBody } from '../../parts/figure/figure-body.js'
import { unused } from '../../parts/figure/unused.js'
import { formulaRefusals } from '../../parts/formula/formula-refusals.js'
import { openOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { ownTitle } from '../../parts/formula/own-title.js'
import { continues, isOwn, titleOf } from '../../parts/trained/own-model.js'
import { stackControl } from '../../parts/trained/stack-control.js'
import { ownControlStyles } from '../../parts/trained/stack-control-styles.js'
import type { Stack } from '../../parts/trained/stacks.js'
import { modelBaseOf, ownModelOf } from '../../parts/trained/trained-figure-element.js'
import {
  modelsFolder,
  TRAINED,
  TRAINED_BYTES,
  type TrainedName,
  trainedModel,
} from '../../parts/trained/trained-models.js'
import { hueOfModel } from '../../parts/trained/trained-names.js'
import { type TrainedWords, trainedWords, wordsOfPieces } from '../../parts/trained/trained-words.js'
import { attentionCode } from './attention-code.js'
import { differenceContent, differenceSentence, factsSentence, mapContent } from './attention-content.js'
import { type AttentionDrawing, type AttentionState, drawAttention } from './attention-drawing.js'
import type { attentionFields } from './attention-fields.js'
import { AttentionViewElement } from './attention-view-element.js'
import { type AttentionWords, attentionWords, attentionWordsOfPieces } from './messages.js'
import { MOST_MAPS } from './overview.js'

type Body = FigureBody<typeof attentionFields, AttentionWords, AttentionDrawing>

/** `models` = how many are loaded at the start. */
export const attentionFigure = (models: number): Body => ({
  hue: ({ state }) => hueOfModel(state.model),
  words: attentionWords,
  uses: { 'wf-attention-view': AttentionViewElement },
  download: models * TRAINED_BYTES,

  async compute({ library, state, element, complain, progress }) {
    const own = ownModelOf(element)
    const drawing = await drawAttention(
      library,
      state,
      async (name) => own ?? trainedModel(library, name, modelsFolder(modelBaseOf(element)), progress),
      openOwn(library, element, state),
    )
    formulaRefusals(drawing.own, state, `compare=${OWN}`).forEach(complain)
    const { layers, heads, token: used, queries } = drawing
    unread(state, drawing).forEach(complain)
    beyond(state, { layer: layers, head: heads }).forEach(complain)
    if ((state.token ?? 0) > used) complain({ name: 'token', wanted: `0 … ${queries.length - 1}`, used })
    return drawing
  },

  look: ({ words, state }, drawing) =>
    (drawing?.sides.length ?? (state.compare === 'none' ? 1 : 2)) > 1 ? words.lookBoth : words.look,

  picture({ state, words, language, frame, change }, drawing) {
    const trained = (drawing.sides.some((side) => isOwn(side.trained)) ? wordsOfPieces : trainedWords)[
      language
    ]
    const figure = { drawing, state, words, trained, frame, change }
    return html`<wf-attention-view .figure=${figure}></wf-attention-view>`
  },

  controls: ({ state, words, language, change }, drawing) =>
    controls(state, drawing, words, language, change),

  caption({ words, language }, drawing) {
    const { sides, stack } = drawing
    const sentences =
      sides.length > 1
        ? [differenceSentence(drawing, words), words.caption, drawing.own ? words.ownApart : words.apart]
        : sides.flatMap(({ map }) => [factsSentence(drawing, map, words), wayOf(drawing, words)])
    if (stack === 'decoder' || stack === 'cross') sentences.push(trainedWords[language].decoded)
    return sentences.join(words.gap)
  },

  exports: ({ element, words, language }, drawing) => exportsOf(element, drawing, words, language),
})

const SAMPLING = ['temperature', 'topK', 'topP', 'seed'] as const

/** What the models that are shown decide. */
function unread(state: AttentionState, { sides, stack }: AttentionDrawing) {
  const none = (...names: readonly (keyof AttentionState)[]) => unused(names, '–')
  const others = TRAINED.filter((name) => name !== state.model)
  return [
    ...(stack ? [] : none('stack')),
    ...(sides.some(({ trained }) => isOwn(trained)) ? none('model', 'compare') : []),
    ...(sides.some(({ trained }) => continues(trained)) ? [] : none(...SAMPLING)), // spread: four names
    ...(state.compare === state.model
      ? [{ name: 'compare', wanted: ['none', ...others, OWN].join(' | '), used: 'none' } as const]
      : []),
  ]
}

/** The figure of a model that the page has loaded: its tokens are pieces of text. */
export const attentionOfPieces: Body = {
  ...attentionFigure(0),
  hue: () => 'other',
  words: attentionWordsOfPieces,
  styles: ownControlStyles,
}

/** A sentence on what a row of the map is, and which keys it does not see. */
function wayOf({ stack, causal }: AttentionDrawing, words: AttentionWords): string {
  if (!stack) return causal ? words.caption : words.captionBoth
  return { encoder: words.captionEncoder, decoder: words.captionDecoder, cross: words.captionCross }[stack]
}

function controls(
  state: AttentionState,
  drawing: AttentionDrawing,
  words: AttentionWords,
  language: Language,
  change: (changes: Partial<AttentionState>) => void,
) {
  const { names } = trainedWords[language]
  const size = `${(TRAINED_BYTES / 1e6).toFixed(1)} MB`
  const { stack } = drawing
  const onStack = (stack: Stack) => change({ stack, layer: 0, head: 0, token: undefined })
  if (drawing.sides.some(({ trained }) => isOwn(trained)))
    return html`${stack ? stackControl(stack, trainedWords[language], onStack) : nothing}
    ${layerControl(drawing, trainedWords[language], change)}
    ${drawing.sides.some(({ trained }) => continues(trained)) ? sampling(state, words, change) : nothing}`
  const loaded = new Set(drawing.sides.map(({ trained }) => ('name' in trained ? trained.name : '')))
  const name = (value: TrainedName) => (loaded.has(value) ? names[value] : words.loads(names[value], size))
  const models = TRAINED.map((value) => ({ value, name: name(value) }))
  const others = models.filter(({ value }) => value !== state.model)
  const compare = state.compare === state.model ? 'none' : state.compare
  return html`
    ${choiceControl({
      id: 'model',
      label: words.model,
      value: state.model,
      options: models,
      onChange: (model) => change({ model: model as TrainedName }),
    })}
    ${choiceControl({
      id: 'compare',
      label: words.compare,
      value: compare,
      options: [{ value: 'none', name: words.alone }, { value: OWN, name: ownTitle[language] }, ...others],
      onChange: (value) => change({ compare: value as AttentionState['compare'] }),
    })}
    ${drawing.own?.control({ state, language, onChange: change }) ?? nothing}
    ${partControl(drawing, words, change)} ${sampling(state, words, change)}
  `
}

/** A choice of the layer, where the overview shows the maps of one layer only. */
function layerControl(
  { layer, layers, heads }: AttentionDrawing,
  words: TrainedWords,
  change: (changes: Partial<AttentionState>) => void,
) {
  if (layers * heads <= MOST_MAPS) return nothing
  return choiceControl({
    id: 'layer',
    label: words.layer,
    value: String(layer),
    options: Array.from({ length: layers }, (_, i) => ({ value: String(i), name: words.nth(i + 1, layers) })),
    onChange: (chosen) => change({ layer: Number(chosen) }),
  })
}

/** Layer and head, as in the overview. */
function partControl(
  { layer, head, layers, heads }: AttentionDrawing,
  words: AttentionWords,
  change: (changes: Partial<AttentionState>) => void,
) {
  const options = Array.from({ length: layers * heads }, (_, i) => {
    const [nth, part] = [Math.floor(i / heads), i % heads]
    return { value: `${nth} ${part}`, name: words.overviewItem(nth + 1, part + 1) }
  })
  return choiceControl({
    id: 'part',
    label: words.part,
    value: `${layer} ${head}`,
    options,
    onChange: (value) => {
      const [layer = 0, head = 0] = value.split(' ').map(Number)
      change({ layer, head })
    },
  })
}

function sampling(
  state: AttentionState,
  words: AttentionWords,
  change: (changes: Partial<AttentionState>) => void,
) {
  return html`<details class="more">
    <summary>${words.settings}</summary>
    <div class="controls">${samplingControls(state, words, change)}</div>
  </details>`
}

function samplingControls(
  state: AttentionState,
  words: AttentionWords,
  change: (changes: Partial<AttentionState>) => void,
) {
  const control = (
    id: 'temperature' | 'topK' | 'topP' | 'seed',
    help: string,
    range: { min: number; max: number; step: number },
  ) =>
    rangeControl({
      id,
      label: words[id],
      help,
      ...range,
      value: state[id],
      onChange: (value) => change({ [id]: value }),
    })
  return [
    control('temperature', words.temperatureHelp, { min: 0, max: 2, step: 0.05 }),
    control('topK', words.topKHelp, { min: 0, max: 65, step: 1 }),
    control('topP', words.topPHelp, { min: 0.05, max: 1, step: 0.05 }),
    control('seed', words.seedHelp, { min: 0, max: 1000, step: 1 }),
  ]
}

function exportsOf(
  element: HTMLElement,
  drawing: AttentionDrawing,
  words: AttentionWords,
  language: Language,
): Exports {
  const trained = trainedWords[language]
  const difference = differenceContent(drawing, words)
  const maps = drawing.sides.map((side) => ({
    title: titleOf(side.trained, trained),
    content: mapContent(drawing, side, words, trained),
  }))
  const all = difference ? [...maps, { title: words.difference, content: difference }] : maps
  const title = all.map(({ content }) => content.label).join('; ')
  return {
    scene: async () =>
      (await import('../../parts/matrix/matrices-scene.js')).matricesScene(all, element, title),
    csv: async () => (await import('../../parts/matrix/matrices-scene.js')).matricesCsv(all),
    ...(drawing.sides.some((side) => isOwn(side.trained))
      ? {}
      : { code: () => attentionCode(drawing), besides: trained.besides }),
  }
}
