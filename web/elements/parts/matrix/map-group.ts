// Maps that stand side by side are one stop for Tab: an arrow key leads over the edge of a map into the one beside it, in the same row.

import type { BeyondEvent, HeatMapElement } from './heat-map-element.js'

const mapsIn = (group: EventTarget | null): HeatMapElement[] => [
  ...(group as HTMLElement).querySelectorAll<HeatMapElement>('wf-heat-map'),
]

/** Handles wf-beyond of the maps in a group. */
export function enterNext(event: BeyondEvent): void {
  const maps = mapsIn(event.currentTarget)
  const { row, step } = event.detail
  const next = maps[maps.indexOf(event.target as HeatMapElement) + step]
  if (!next?.matrix) return
  event.preventDefault()
  next.enter({ row, column: step > 0 ? 0 : next.matrix.columns - 1 })
}

/** Handles focusin of the group: the map that had the focus last is the stop. */
export function keepMapStop(event: FocusEvent): void {
  for (const map of mapsIn(event.currentTarget)) map.stop = map === event.target
}
