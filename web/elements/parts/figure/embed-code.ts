// The HTML that shows a figure as it is now.

import type { Json } from '../../../content/json.js'
import { stateText } from './figure-state.js'
import { kebab } from './kebab.js'

/** The elements of the package on a CDN; the release writes the version. */
export const PUBLISHED = 'https://cdn.jsdelivr.net/npm/whereformer@0.1.0/dist/elements/'

/** With the one script that every page can load. @param besides a comment below */
export function embedCode(tag: string, settings: Record<string, Json>, besides?: string): string {
  const attributes = Object.entries(settings).map(([name, value]) => attribute(kebab(name), value))
  const comment = besides ? `\n<!-- ${besides} -->` : ''
  return `<script src="${PUBLISHED}inline.js"></script>\n<${[tag, ...attributes].join(' ')}></${tag}>${comment}`
}

function attribute(name: string, value: Json): string {
  const nested = typeof value === 'object' && value !== null && !Array.isArray(value)
  const text = nested ? stateText(value as { readonly [key: string]: Json }) : String(value)
  return value === true ? name : `${name}="${escaped(text)}"`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
