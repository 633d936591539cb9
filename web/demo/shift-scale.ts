// The stops of the shift slider: every position while the learned table has rows, larger steps beyond.

import { LARGEST_SHIFT } from './page-state.js'

const FINE_STOPS = 64
const COARSE_STEPS = 36

export const LAST_STOP = FINE_STOPS + COARSE_STEPS

export function shiftAtStop(stop: number): number {
  if (stop <= FINE_STOPS) return stop
  const share = (stop - FINE_STOPS) / COARSE_STEPS
  return Math.round(FINE_STOPS + (LARGEST_SHIFT - FINE_STOPS) * share ** 2)
}

/** The stop nearest to a shift. */
export function stopOfShift(shift: number): number {
  if (shift <= FINE_STOPS) return shift
  return Math.round(
    FINE_STOPS + COARSE_STEPS * Math.sqrt((shift - FINE_STOPS) / (LARGEST_SHIFT - FINE_STOPS)),
  )
}
