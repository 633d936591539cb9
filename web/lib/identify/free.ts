// Numbers of a rotation that are read from the rows: where these are as many as what the rows show, any formula would fit.

import type { RopePosition } from '../position/position.js'
import { pairsOnRamp } from './ramps.js'
import { BASES, digitsOf, FACTORS, LENGTHS } from './round.js'
import type { Seen } from './scalings.js'
import type { Conventions } from './types.js'

/** Frequencies that no formula gives are those of the array: a number for each pair. */
const hasOwnFrequencies = ({ position }: Conventions): boolean => {
  const { scaling } = (position ?? {}) as RopePosition
  return scaling?.ropeType === 'longrope' && !!scaling.shortFactor?.some((x) => x !== 1)
}

/** A rotation, and whether its numbers are as many as the pairs that turn: then they are those of the rows, and no formula. */
export interface Turned {
  how: Conventions
  isOwn: boolean
}

/** Counts the numbers that are read from the rows: `free` where these do not determine them, and where they are too many. */
export function counted(how: Conventions, seen: Seen, offset: number): Turned {
  const position = how.position as RopePosition
  if (hasOwnFrequencies(how))
    return { how: { ...how, free: position.scaling?.shortFactor?.length ?? 0 }, isOwn: true }
  const turning = seen.frequency.filter((w, i) => Math.abs(w) > 3 * (seen.error[i] as number)).length
  const free = unusualNumbers(position) + (offset > MOST_USUAL_OFFSET ? 1 : 0)
  const isOwn = free > 0 && free >= turning
  return { how: isOwn || (free > 0 && isLoose(position, seen)) ? { ...how, free } : how, isOwn }
}

const MOST_USUAL_OFFSET = 64

// a number of many digits is a measurement: it says as much as two of few
const unusual = (x: number | undefined, usual: readonly number[]): number => {
  if (x === undefined || usual.includes(x)) return 0
  return digitsOf(x) > 5 ? 2 : 1
}

/** How many numbers are neither usual nor defaults; a length counts beside another such number, since it is chosen to fit. */
function unusualNumbers({ base, scaling = {} }: RopePosition): number {
  const { factor, originalMaxPositionEmbeddings, maxPositionEmbeddings, attentionFactor } = scaling
  const { betaFast, betaSlow, lowFreqFactor, highFreqFactor } = scaling
  const others = [betaFast, betaSlow, lowFreqFactor, highFreqFactor, attentionFactor]
  const count =
    unusual(base, BASES) +
    unusual(factor, FACTORS) +
    unusual(maxPositionEmbeddings, LENGTHS) +
    others.filter((x) => x !== undefined).length
  return count + (count > 0 && originalMaxPositionEmbeddings !== undefined ? 1 : 0)
}

/**
 * Are the ends of a ramp known less than exactly? Those of YaRN lie between pairs, where any number between two gives the same, and other
 * ends may hide behind a factor of cosines that is not the one of its factor; Llama 3's are two, for which three pairs on the ramp have to
 * speak.
 */
function isLoose({ base = 10000, scaling = {} }: RopePosition, seen: Seen): boolean {
  const { ropeType, factor = 1, betaFast, betaSlow, truncate = true, lowFreqFactor, highFreqFactor } = scaling
  if (ropeType === 'yarn')
    return (truncate && (betaFast ?? betaSlow) !== undefined) || (scaling.attentionFactor ?? 1) !== 1
  const isUnusual = (lowFreqFactor ?? highFreqFactor) !== undefined
  return ropeType === 'llama3' && isUnusual && pairsOnRamp(seen, base, factor) < 3
}
