// What <wf-cache> says of its drawing.

import type { CacheDrawing, Slot } from './cache-drawing.js'
import type { CacheState } from './cache-fields.js'
import { isEachInPlace, percent, signOf } from './cache-layout.js'
import type { CacheWords } from './messages.js'

/** An error of a score that is more than rounding. */
const ROUNDING = 1e-3

export interface Verdict {
  holds: boolean
  /** The verdict, and what follows from it. */
  claim: string
  rest: string
}

export function verdictOf(drawing: CacheDrawing, words: CacheWords): Verdict {
  const { misplaced, largestError, encoding } = drawing
  const looks = looksAt(drawing, words)
  const isRight = largestError < ROUNDING && misplaced < ROUNDING
  if (isRight) {
    const claim = encoding === 'learned' && isEachInPlace(drawing) ? words.everyRow : words.everyDistance
    return { holds: true, claim, rest: looks }
  }
  const claim =
    misplaced < 0.005 ? words.scoresOff : words.wrongShare(percent(misplaced), drawing.slots.some(isPad))
  return {
    holds: false,
    claim,
    rest: [looks, words.error(largestError.toFixed(largestError < 10 ? 2 : 1))].join(words.gap),
  }
}

const isPad = ({ kind, position }: Slot) => kind === 'pad' && position !== undefined

function looksAt({ slots, top }: CacheDrawing, words: CacheWords): string {
  const slot = slots[top]
  if (!slot || slot.kind === 'pad') return words.looksAtPadding
  const back = slots.length - 1 - top
  return back === 0 ? words.looksAtItself : words.looksAt(signOf(slot.character), back)
}

/** The row in words, with every number of it. */
export function rowLabel(drawing: CacheDrawing, words: CacheWords): string {
  const query = drawing.slots.at(-1)
  const each = drawing.slots.map((slot) => slotWords(slot, words))
  return [words.row(signOf(query?.character ?? ''), query?.position ?? 0), ...each].join(words.gap)
}

function slotWords({ kind, character, position, weight, rightWeight }: Slot, words: CacheWords): string {
  const sign = kind === 'pad' ? words.pad : signOf(character)
  if (position === undefined) return kind === 'pad' ? words.maskedPad : words.gone(sign)
  const [share, right] = [percent(weight), percent(rightWeight)]
  return share === right ? words.key(sign, position, share) : words.wrongKey(sign, position, share, right)
}

export function captionOf(state: CacheState, drawing: CacheDrawing, words: CacheWords): string {
  const { layer, head, encoding, storage } = drawing
  const what = {
    keep: keeps,
    evict: () => words.why.evict,
    renumber: renumbers,
    pad: () => words.whyPad[state.padding],
  }
  const scaled =
    state.scaling === 'dynamic'
      ? [storage === 'positioned' ? words.whyDynamic : words.whyDynamicCured[storage]]
      : []
  return [
    what[state.operation](),
    ...scaled,
    words.measured(layer + 1, head + 1, words.models[encoding]),
  ].join(words.gap)

  function keeps(): string {
    return words.whyKeep[encoding]
  }
  function renumbers(): string {
    return words.whyRenumber[encoding][storage] ?? ''
  }
}
