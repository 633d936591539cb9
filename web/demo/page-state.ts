// What the reader has chosen. It lives in the URL, so that a link shows the same picture.

import { type Language, languageOf } from './messages/index.js'

export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export interface PageState {
  lang: Language
  theme: Theme
  text: string
  /** From 0 here, from 1 in words and in the URL. */
  layer: number
  head: number
  /** The chosen query token; undefined = the last. */
  query: number | undefined
  shift: number
  /** The map that the shift is shown on. */
  shiftLayer: number
  shiftHead: number
  encoding: string
  length: number
  dim: number
  /** Undefined = the encoding's own. */
  base: number | undefined
  layout: string
  kind: string
  biasHead: number
}

export const LONGEST_TEXT = 400
export const LARGEST_SHIFT = 1000

export const DEFAULTS: Omit<PageState, 'lang'> = {
  theme: 'auto',
  text: 'O Romeo, Romeo! wherefore art thou Romeo?',
  layer: 0,
  head: 0,
  query: undefined,
  shift: 12,
  shiftLayer: 2,
  shiftHead: 1,
  encoding: 'sinusoidal',
  length: 64,
  dim: 64,
  base: undefined,
  layout: '',
  kind: '',
  biasHead: 0,
}

export const ENCODING_LIMITS = {
  length: { min: 4, max: 256 },
  dim: { min: 4, max: 256 },
  base: { min: 2, max: 1_000_000 },
}

type Field<K extends keyof PageState> = {
  /** undefined = not a legal value: the default stays. */
  parse: (text: string) => PageState[K] | undefined
  print: (value: PageState[K]) => string
}

const words = (known: readonly string[]) => ({
  parse: (text: string) => (known.includes(text) ? text : undefined),
  print: String,
})

const integer = (min: number, max: number, offset = 0) => ({
  parse: (text: string) => {
    const value = /^\d{1,7}$/.test(text) ? Number(text) - offset : Number.NaN
    return value >= min && value <= max ? value : undefined
  },
  print: (value: number | undefined) => String((value ?? 0) + offset),
})

const name = {
  parse: (text: string) => (/^[a-z0-9-]{1,40}$/i.test(text) ? text : undefined),
  print: (value: string) => value,
}

const fields: { [K in keyof PageState]: Field<K> } = {
  lang: { parse: (text) => languageOf(text), print: String },
  theme: words(THEMES) as Field<'theme'>,
  text: { parse: (text) => text.slice(0, LONGEST_TEXT), print: String },
  layer: integer(0, 255, 1),
  head: integer(0, 255, 1),
  query: integer(0, LONGEST_TEXT),
  shift: integer(0, LARGEST_SHIFT),
  shiftLayer: integer(0, 255, 1),
  shiftHead: integer(0, 255, 1),
  encoding: name,
  length: integer(ENCODING_LIMITS.length.min, ENCODING_LIMITS.length.max),
  dim: integer(ENCODING_LIMITS.dim.min, ENCODING_LIMITS.dim.max),
  base: integer(ENCODING_LIMITS.base.min, ENCODING_LIMITS.base.max),
  layout: name,
  kind: name,
  biasHead: integer(0, 255, 1),
}

const KEYS = Object.keys(fields) as (keyof PageState)[]

/** Reads the hash of a URL: unknown keys and illegal values are ignored. */
export function parseState(hash: string, language: Language): PageState {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''))
  const state: PageState = { ...DEFAULTS, lang: language }
  for (const key of KEYS) {
    const text = parameters.get(key)
    const value = text === null ? undefined : fields[key].parse(text)
    if (value !== undefined) Object.assign(state, { [key]: value })
  }
  return state
}

/** Only what differs from the defaults, so that links stay short. */
export function printState(state: PageState): string {
  const parameters = new URLSearchParams()
  for (const key of KEYS) {
    const value = state[key]
    if (value === undefined || (key !== 'lang' && value === DEFAULTS[key])) continue
    parameters.set(key, (fields[key].print as (value: unknown) => string)(value))
  }
  return `#${parameters}`
}
