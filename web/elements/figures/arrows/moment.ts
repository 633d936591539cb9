// What moves between two settings: positions, the turn of the arrows, and the first position on the axis.

import { SPAN } from './arrows-fields.js'

export interface Moment {
  query: number
  key: number
  /** 0: as before the rotation, 1: turned. */
  turn: number
  /** The first position on the axis. */
  start: number
}

/** Keeps the start of the axis while both words are on it. */
export function startOf({ query, key }: Pick<Moment, 'query' | 'key'>, before: number): number {
  if (query <= SPAN) return key < before || query > before + SPAN || before === 0 ? 0 : before
  if (key >= before && query <= before + SPAN) return before
  const ten = 10 * Math.floor(key / 10)
  return query <= ten + SPAN ? ten : key
}

const KEYS = ['query', 'key', 'turn', 'start'] as const

export function between(from: Moment, to: Moment, share: number): Moment {
  const mixed = KEYS.map((key) => [key, from[key] + (to[key] - from[key]) * share])
  return Object.fromEntries(mixed) as unknown as Moment
}

export const isSame = (a: Moment, b: Moment): boolean => KEYS.every((key) => a[key] === b[key])

export const isStill = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
