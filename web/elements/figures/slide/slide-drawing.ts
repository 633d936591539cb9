// What <wf-slide> shows of a state: the same line read at a position by two models, and what has changed since position 0.

import { largest } from '../../parts/matrix/largest.js'
import type { Matrix } from '../../parts/matrix/matrix.js'
import { factsOf } from '../../parts/trained/map-facts.js'
import { type Prepared, prepare } from '../../parts/trained/passage.js'
import { attentionMap, type Reading, surprise } from '../../parts/trained/reading.js'
import type { TrainedModel } from '../../parts/trained/trained-models.js'
import { SMALL, type SmallName } from '../../parts/trained/trained-names.js'
import { EXAMPLE, ROWS } from './slide-fields.js'

type SmallModel = TrainedModel<SmallName>

export interface SlideDrawing {
  prepared: Prepared
  /** Position of the first character. */
  position: number
  /** The last one that leaves room for the line. */
  farthest: number
  sides: readonly SlideSide[]
}

export interface SlideSide {
  name: SmallName
  characters: readonly string[]
  /** Counted from 0; the head that looks most at the character before, at position 0. */
  layer: number
  head: number
  /** Attention of the shown head at `position`, [queries, keys]. */
  map: Matrix
  /** Mean weight of the character before in the shown head: at `position`, then at position 0. */
  before: number
  beforeAtStart: number
  /** Largest change of a weight of any head against position 0. */
  largestChange: number
  /** Nats per character, here and at position 0; NaN for a line of one character. */
  loss: number
  lossAtStart: number
}

export interface SlideRequest {
  text: string
  position: number
}

/** Characters that are read at most: room to slide within the trained rows. */
export const LONGEST_LINE = 40

export async function drawSlide(
  { text, position }: SlideRequest,
  openModel: (name: SmallName) => Promise<SmallModel>,
): Promise<SlideDrawing> {
  const models = await Promise.all(SMALL.map(openModel))
  const prepared = prepare(text, models[0]?.characters ?? [], LONGEST_LINE, EXAMPLE)
  const farthest = ROWS - prepared.characters.length
  const shown = Math.min(position, farthest)
  const line = prepared.characters.join('')
  const sides = await Promise.all(models.map((model) => drawSide(model, line, shown)))
  return { prepared, position: shown, farthest, sides }
}

async function drawSide(trained: SmallModel, line: string, position: number): Promise<SlideSide> {
  const start = await readAtStart(trained, line)
  const here = position === 0 ? start : await readAt(trained, start.ids, position)
  const { layer, head, before: beforeAtStart } = headOfPrevious(start)
  const map = attentionMap(here.attentions, layer, head)
  const changes = here.attentions.map(({ data }, i) => {
    const before = start.attentions[i]?.data ?? new Float32Array()
    return largest(data.map((weight, j) => weight - (before[j] ?? Number.NaN)))
  })
  return {
    name: trained.name,
    characters: trained.characters,
    layer,
    head,
    map,
    before: factsOf(map).before,
    beforeAtStart,
    // spread: one per position of the slide
    largestChange: Math.max(...changes),
    loss: lossOf(here),
    lossAtStart: lossOf(start),
  }
}

const starts = new WeakMap<SmallModel, { line: string; reading: Promise<Reading> }>()

async function readAtStart(trained: SmallModel, line: string): Promise<Reading> {
  const known = starts.get(trained)
  if (known?.line === line) return known.reading
  const reading = (async () => readAt(trained, await trained.model.encode(line), 0))()
  starts.set(trained, { line, reading })
  reading.catch(() => starts.delete(trained))
  return reading
}

async function readAt({ model }: SmallModel, ids: readonly number[], position: number): Promise<Reading> {
  const input = { inputIds: [...ids], positionIds: ids.map((_, i) => position + i) }
  const { attentions, logits } = await model.forward(input, { return: ['attentions'] })
  return { ids, attentions, logits }
}

/** The head with the largest mean weight of the character before. */
function headOfPrevious({ attentions }: Reading): { layer: number; head: number; before: number } {
  let best = { layer: 0, head: 0, before: -1 }
  for (const [layer, { shape }] of attentions.entries())
    for (let head = 0; head < (shape[0] ?? 0); head++) {
      const { before } = factsOf(attentionMap(attentions, layer, head))
      if (before > best.before) best = { layer, head, before }
    }
  return best
}

/** Mean loss (nats) of the characters after the first. */
function lossOf({ ids, logits }: Reading): number {
  const count = ids.length - 1
  const vocab = logits.shape[1] ?? 0
  return count > 0 ? surprise(logits.data.subarray(0, count * vocab), ids.slice(1)) / count : Number.NaN
}
