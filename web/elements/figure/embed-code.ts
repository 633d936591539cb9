// The HTML that shows a figure as it is now.

import type { Json } from './fields.js'
import { stateText } from './figure-state.js'
import { kebab } from './kebab.js'

/** With the script at npm's path. @param besides a comment below */
export function embedCode(tag: string, settings: Record<string, Json>, besides?: string): string {
  const attributes = Object.entries(settings).map(([name, value]) => attribute(kebab(name), value))
  const script = '<script type="module" src="node_modules/whereformer/dist/elements/register.mjs"></script>'
  const comment = besides ? `\n<!-- ${besides} -->` : ''
  return `${script}\n<${[tag, ...attributes].join(' ')}></${tag}>${comment}`
}

function attribute(name: string, value: Json): string {
  const nested = typeof value === 'object' && value !== null && !Array.isArray(value)
  const text = nested ? stateText(value as { readonly [key: string]: Json }) : String(value)
  return value === true ? name : `${name}="${escaped(text)}"`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
