// The HTML that shows a figure as it is now: the script that holds every figure, and a tag. No line of it is empty: some hosts make
// paragraphs at empty lines.

import type { Json } from '../../../content/json.js'
import { stateText } from './figure-state.js'
import { kebab } from './kebab.js'

/** The elements of the package on a CDN; the release writes the version. */
export const PUBLISHED = 'https://cdn.jsdelivr.net/npm/whereformer@0.1.0/dist/elements/'

/** A script of the package. With its hash, a browser refuses any other file. */
export interface EmbedScript {
  readonly src: string
  readonly integrity?: string | undefined
}

/** @param besides a comment below */
export function embedCode(
  script: EmbedScript,
  tag: string,
  settings: Record<string, Json>,
  besides?: string,
): string {
  return [scriptTag(script), figureTag(tag, settings), ...(besides ? [`<!-- ${besides} -->`] : [])].join('\n')
}

export function scriptTag({ src, integrity }: EmbedScript): string {
  const checked = integrity ? ` integrity="${integrity}" crossorigin="anonymous"` : ''
  return `<script src="${escaped(src)}"${checked}></script>`
}

export function figureTag(tag: string, settings: Record<string, Json>): string {
  const attributes = Object.entries(settings).map(([name, value]) => attribute(kebab(name), value))
  return `<${[tag, ...attributes].join(' ')}></${tag}>`
}

function attribute(name: string, value: Json): string {
  const nested = typeof value === 'object' && value !== null && !Array.isArray(value)
  const text = nested ? stateText(value as { readonly [key: string]: Json }) : String(value)
  return value === true ? name : `${name}="${escaped(text)}"`
}

/** A text of several lines stays one attribute on hosts that make paragraphs. */
function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('\n', '&#10;')
}
