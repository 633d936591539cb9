// The row of keys as geometry: for each token a card, its numbers and its bars, in CSS pixels. Cards stand in columns; the first ones are
// those of padding, so that no card moves when it comes.

import type { CacheDrawing, Slot } from './cache-drawing.js'
import { LONGEST, PADS } from './cache-plan.js'

export interface Cell {
  column: number
  kind: Slot['kind']
  x: number
  sign: string
  /** Its position id and its distance from the query, empty where there are none. */
  position: string
  distance: string
  /** Whether they are wrong. */
  positionOff: boolean
  distanceOff: boolean
  /** Shares of the full height. */
  share: number
  rightShare: number
  /** Whether they differ. */
  off: boolean
  /** What stands above the bar and above its outline, and where; empty where there is no room. */
  shareText: string
  shareY: number
  rightText: string
  rightY: number
}

export interface Layout {
  width: number
  height: number
  left: number
  right: number
  card: number
  cardY: number
  /** Where bars begin and where a full one ends. */
  barBottom: number
  barTop: number
  distanceY: number
  positionY: number
  /** Of letters, and of numbers. */
  letterSize: number
  numberSize: number
  /** Whether there is room for whole words. */
  wide: boolean
  cells: readonly Cell[]
}

const COLUMNS = PADS + LONGEST
const WIDE = 480
/** Room for numbers that are wider than their cards. */
const EDGE = 8
/** A difference of two shares that is seen. */
const SEEN = 0.02
/** Smaller shares have no number. */
const NUMBERED = 0.08

type Frame = Omit<Layout, 'cells'>

export function layoutOf(drawing: CacheDrawing, width: number, height: number, padding: string): Layout {
  const frame = frameOf(width, height)
  const { slots } = drawing
  // spread: two for each slot of a short text
  const fullest = Math.max(0.6, ...slots.flatMap(({ weight, rightWeight }) => [weight, rightWeight]))
  const cells = slots.map((slot, i) => cellOf(drawing, slot, i, frame, fullest, padding))
  return { ...frame, cells: withoutCollisions(cells, frame) }
}

function frameOf(width: number, height: number): Frame {
  const wide = width > WIDE
  const step = Math.min(54, (width - EDGE) / COLUMNS)
  const left = (width - step * COLUMNS) / 2
  const card = step - (wide ? 6 : 2)
  const numberSize = wide ? 13 : 12
  const positionY = height - 6
  const cardY = positionY - (wide ? 20 : 16) - card
  const barBottom = cardY - (wide ? 28 : 20)
  return {
    width,
    height,
    left,
    right: left + step * COLUMNS - (step - card),
    card,
    cardY,
    barBottom,
    barTop: numberSize + 6,
    distanceY: barBottom + (wide ? 19 : 14),
    positionY,
    letterSize: wide ? 17 : 13,
    numberSize,
    wide,
  }
}

function cellOf(
  drawing: CacheDrawing,
  slot: Slot,
  index: number,
  frame: Frame,
  fullest: number,
  padding: string,
): Cell {
  const { kind, character, weight, rightWeight } = slot
  const pads = drawing.slots.filter((one) => one.kind === 'pad').length
  const column = index + PADS - pads
  const step = (frame.right - frame.left + (frame.wide ? 6 : 2)) / COLUMNS
  const y = (share: number) => frame.barBottom - share * (frame.barBottom - frame.barTop) - 5
  const [share, rightShare] = [weight / fullest, rightWeight / fullest]
  const off = Math.abs(weight - rightWeight) > SEEN
  const [shareY, rightY] = [y(share), y(rightShare)]
  const isApart = Math.abs(shareY - rightY) > frame.numberSize + 4
  const { distance, rightDistance } = distancesOf(drawing, slot)
  const isRow = drawing.encoding === 'learned'
  return {
    column,
    kind,
    x: frame.left + column * step,
    sign: kind === 'pad' ? (frame.wide ? padding : '·') : signOf(character),
    position: slot.position === undefined ? '' : String(slot.position),
    distance: distance === undefined || isRow ? '' : String(distance).replace('-', '−'),
    positionOff: isRow ? isMoved(slot) : kind === 'query' && isAnyOff(drawing),
    distanceOff: kind !== 'pad' && distance !== rightDistance,
    share,
    rightShare,
    off,
    shareText: weight > NUMBERED ? percent(weight) : '',
    shareY,
    rightText: off && rightWeight > NUMBERED && isApart ? percent(rightWeight) : '',
    rightY,
  }
}

/** Positions back from the query; padding has no right one. */
function distancesOf({ slots }: CacheDrawing, slot: Slot): { distance?: number; rightDistance?: number } {
  const query = slots.at(-1)
  if (slot.position === undefined || query?.position === undefined) return {}
  return { distance: query.position - slot.position, rightDistance: query.rightPosition - slot.rightPosition }
}

const isMoved = ({ position, rightPosition }: Slot) => position !== undefined && position !== rightPosition

function isAnyOff(drawing: CacheDrawing): boolean {
  return drawing.slots.some((slot) => {
    const { distance, rightDistance } = distancesOf(drawing, slot)
    return slot.kind !== 'pad' && distance !== rightDistance
  })
}

/** Whether every letter is where it should be: at its distance, or in its row of a table. */
export function isEachInPlace(drawing: CacheDrawing): boolean {
  if (drawing.encoding === 'learned') return !drawing.slots.some(isMoved)
  return !isAnyOff(drawing)
}

/** Of two numbers side by side that would touch, the share of the larger bar stays; what should be gives way to what is. */
function withoutCollisions(cells: readonly Cell[], { numberSize, card }: Frame): Cell[] {
  const letter = 0.64 * numberSize
  const touches = (a: Label, b: Label) =>
    Math.abs(a.x - b.x) < (letter * (a.text.length + b.text.length)) / 2 &&
    Math.abs(a.y - b.y) < numberSize + 1
  const placed: Label[] = []
  const place = (label: Label): boolean => {
    const fits = label.text !== '' && !placed.some((other) => touches(label, other))
    if (fits) placed.push(label)
    return fits
  }
  if (card > 4 * letter) return [...cells]
  const largestFirst = [...cells].sort((a, b) => b.share - a.share)
  const shares = new Set(largestFirst.filter(({ x, shareY: y, shareText: text }) => place({ x, y, text })))
  const rights = new Set(largestFirst.filter(({ x, rightY: y, rightText: text }) => place({ x, y, text })))
  return cells.map((cell) => ({
    ...cell,
    shareText: shares.has(cell) ? cell.shareText : '',
    rightText: rights.has(cell) ? cell.rightText : '',
  }))
}

interface Label {
  x: number
  y: number
  text: string
}

/** Blanks as signs. */
export const signOf = (character: string): string => character.replaceAll(' ', '␣').replaceAll('\n', '⏎')

export const percent = (share: number): string => `${Math.round(100 * share)}%`
