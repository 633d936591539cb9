// Values of the static page, computed by the library at build time.

import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { Tensor, Whereformer } from 'whereformer'
import { type Bilingual, say } from '../../content/bilingual.js'
import {
  type ArrowsDrawing,
  type ArrowsState,
  drawArrows,
} from '../../elements/figures/arrows/arrows-drawing.js'
import { arrowsFields } from '../../elements/figures/arrows/arrows-fields.js'
import { type CacheDrawing, drawCache } from '../../elements/figures/cache/cache-drawing.js'
import {
  type CacheState,
  cacheFields,
  OPERATIONS,
  type Operation,
} from '../../elements/figures/cache/cache-fields.js'
import { mistakes } from '../../elements/figures/mistakes/collection/index.js'
import { type Question, questions, type Solution } from '../../elements/figures/question/collection/index.js'
import { drawSlide, type SlideDrawing } from '../../elements/figures/slide/slide-drawing.js'
import { EXAMPLE, slideFields, TRAINED_ROWS } from '../../elements/figures/slide/slide-fields.js'
import { drawWaves, type WavesDrawing, type WavesState } from '../../elements/figures/waves/waves-drawing.js'
import { FORMS, type Form, wavesFields } from '../../elements/figures/waves/waves-fields.js'
import { examplePosition } from '../../elements/parts/positions/example-positions.js'
import { charactersOf, type TrainedModel } from '../../elements/parts/trained/trained-models.js'
import { folderOf, type SmallName, type TrainedName } from '../../elements/parts/trained/trained-names.js'
import { encodings } from '../../lib/position/catalogue.js'
import { packageFolder } from './package-folder.js'
import { predictions } from './predictions.js'

export interface Measured {
  slide: SlideDrawing
  arrows: ArrowsDrawing
  cache: readonly { operation: Operation; drawing: CacheDrawing }[]
  orders: {
    words: Bilingual<readonly string[]>
    orders: readonly (readonly number[])[]
    outputs: readonly string[][]
  }
  properties: readonly MeasuredProperties[]
  refuted: readonly Refuted[]
  /** As numbers, as digits, as waves. */
  waves: readonly WavesDrawing[]
  solved: readonly { question: Question; solution: Solution }[]
}

interface MeasuredProperties {
  title: Bilingual
  smallest: string
  change: string
  monotone: boolean
  leavesAt: number | undefined
}

interface Refuted {
  title: Bilingual
  claim: Bilingual
  right: Bilingual
  sentence: Bilingual
}

export async function measureAll(): Promise<Measured> {
  const { load }: typeof import('whereformer') = await import(pathToFileURL(`${packageFolder}node.mjs`).href)
  const library = await load()
  return {
    slide: await slid(library),
    arrows: await arrows(library),
    cache: await cached(library),
    orders: shuffledOrders(library),
    properties: ['none', 'sinusoidal', 'rope', 'xpos', 'alibi', 'sandwich'].map((type) =>
      measured(library, type),
    ),
    refuted: await Promise.all(mistakes.map((mistake) => refuted(library, mistake))),
    waves: await Promise.all(FORMS.slice(0, 3).map((form) => written(library, form))),
    solved: await Promise.all(
      [...questions, ...predictions].map(async (question) => ({
        question,
        solution: await question.solve(library),
      })),
    ),
  }
}

const MODELS = new URL('../public/models/', import.meta.url)

/** The first figure of the article as it starts. */
function slid(library: Whereformer): Promise<SlideDrawing> {
  const request = { text: EXAMPLE, position: slideFields.position.initial }
  return drawSlide(request, (name) => smallModel(library, name))
}

/** Of the chapter on rotation. */
function arrows(library: Whereformer): Promise<ArrowsDrawing> {
  const initial = Object.fromEntries(
    Object.entries(arrowsFields).map(([name, field]) => [name, field.initial]),
  )
  return drawArrows(library, initial as ArrowsState, () => smallModel(library, 'small-rope'))
}

const smallModel = <Name extends SmallName>(library: Whereformer, name: Name) => trainedModel(library, name)

async function trainedModel<Name extends SmallName | TrainedName>(
  library: Whereformer,
  name: Name,
): Promise<TrainedModel<Name>> {
  const folder = folderOf(name, MODELS)
  const [config, tokenizer] = ['config.json', 'tokenizer.json'].map((file) =>
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
  )
  const model = await library.loadModel({ config, tokenizer, weights: new URL('model.safetensors', folder) })
  return { name, model, characters: charactersOf(tokenizer), context: TRAINED_ROWS }
}

function written(library: Whereformer, form: Form): Promise<WavesDrawing> {
  const initial = Object.entries(wavesFields).map(([name, field]) => [name, field.initial])
  const state: WavesState = { ...(Object.fromEntries(initial) as WavesState), form }
  return drawWaves(library, state, () => Promise.reject(new Error('only the table needs a model')))
}

/** What each operation makes of the example, under RoPE. */
function cached(library: Whereformer): Promise<Measured['cache']> {
  const usual = Object.entries(cacheFields).map(([name, { initial }]) => [name, initial])
  return Promise.all(
    OPERATIONS.map(async (operation) => {
      const state = { ...Object.fromEntries(usual), operation } as CacheState
      return { operation, drawing: await drawCache(library, state, () => smallModel(library, 'small-rope')) }
    }),
  )
}

/** Three words, each with a vector of its own that serves as query, key and value. */
function shuffledOrders(library: Whereformer): Measured['orders'] {
  const vectors = [
    [1, 0.5],
    [-0.5, 1],
    [0.25, -1],
  ]
  const orders = [
    [0, 1, 2],
    [2, 1, 0],
  ]
  const outputs = orders.map((order) => {
    const x: Tensor = { data: Float32Array.from(order.flatMap((i) => vectors[i] ?? [])), shape: [1, 3, 2] }
    const { data } = library.attention(x, x, x).output
    return vectors.map((_, word) => {
      const place = order.indexOf(word)
      return [...data.subarray(2 * place, 2 * place + 2)].map((value) => shown(value)).join(', ')
    })
  })
  return { words: { en: ['dogs', 'bite', 'men'], zh: ['狗', '咬', '人'] }, orders, outputs }
}

const LENGTH = 128

/** With the parameters of <wf-properties>. */
function measured(library: Whereformer, type: string): MeasuredProperties {
  const entry = encodings.find((one) => one.type === type)
  if (!entry) throw new Error(`there is no encoding ${type}`)
  const sizes = { heads: 4, dim: 32 }
  const position = examplePosition(entry, { ...sizes, tokens: LENGTH })
  const found = library.measure(position, { ...sizes, length: LENGTH })
  return {
    title: say(entry.title, entry.titleZh),
    smallest: shown(found.uniqueness.smallest),
    change: shown(found.relativity.largestChange),
    monotone: found.decay.monotone,
    leavesAt: found.extrapolation.leavesAt,
  }
}

async function refuted(library: Whereformer, mistake: (typeof mistakes)[number]): Promise<Refuted> {
  const { title, claim, right } = mistake
  const { sentence } = await mistake.refute(library)
  return { title, claim, right, sentence }
}

/** Three decimals; what is only rounding is 0. */
function shown(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`a number of the page is ${value}`)
  return (Math.abs(value) < 1e-5 ? 0 : value).toFixed(3).replace('-', '−')
}
