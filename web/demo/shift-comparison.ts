// One model reads the same text twice: at its own positions and shifted.

import { WhereformerError } from 'whereformer/worker'
import type { Matrix } from '../elements/matrix.js'
import type { OpenModel } from './engine.js'
import { attentionMap, differenceMap, largestChange, type Reading, read } from './reading.js'

export interface Comparison {
  start: Reading
  moved: Reading
  /** The shift of `moved`. */
  shift: number
  /** The largest change of any attention weight. */
  change: number
  /** The library's words when the shift that was asked for does not exist. */
  refusal?: string
}

/** Compares; a reading of the same characters at shift 0 is used again. */
export async function compareShift(
  open: OpenModel,
  characters: string[],
  shift: number,
  known: Comparison | undefined,
): Promise<Comparison> {
  const start = known?.start.characters === characters ? known.start : await read(open, characters)
  try {
    return await comparedAt(open, start, shift)
  } catch (error) {
    if (!(error instanceof WhereformerError) || error.code !== 'ERR_VALUE') throw error
    // the model has no such position: the largest shift that exists takes its place
    const last = open.context - characters.length
    return { ...(await comparedAt(open, start, last)), refusal: error.message }
  }
}

async function comparedAt(open: OpenModel, start: Reading, shift: number): Promise<Comparison> {
  const moved = await read(open, start.characters, shift)
  return { start, moved, shift, change: largestChange(start, moved) }
}

/** The maps of one head at shift 0 and shifted, and what changed between them. */
export interface ComparedMaps {
  start: Matrix
  moved: Matrix
  difference: Matrix
  /** The largest magnitude of the difference. */
  largest: number
}

export function comparedMaps(
  comparison: Comparison | undefined,
  layer: number,
  head: number,
): ComparedMaps | undefined {
  const start = comparison && attentionMap(comparison.start, layer, head)
  const moved = comparison && attentionMap(comparison.moved, layer, head)
  if (!start || !moved) return undefined
  const difference = differenceMap(start, moved)
  const largest = difference.data.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return { start, moved, difference, largest }
}
