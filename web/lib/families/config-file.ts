// config.json as transformers reads it. A parsed 1.0 is 1, which JSON.stringify writes without its point; transformers refuses an integer
// where its class declares a float.

import { FLOATS } from './float-fields.generated.js'

const floats: ReadonlySet<string> = new Set(FLOATS.split(' '))

/** The bytes of a config.json, with two spaces per level, as JSON.stringify writes it but for the points of whole floats. */
export function configFile(config: object): Uint8Array {
  return new TextEncoder().encode(`${json(config, '', false)}\n`)
}

/** A value as JSON; undefined for what JSON leaves out. `float`: the field, or the list that it is in, holds floats. */
function json(value: unknown, indent: string, float: boolean): string | undefined {
  if (typeof value === 'number' && float) return withPoint(JSON.stringify(value))
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inside = `${indent}  `
  if (Array.isArray(value)) {
    return lines(
      '[',
      ']',
      indent,
      value.map((one) => json(one, inside, float) ?? 'null'),
    )
  }
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const text = json(one, inside, floats.has(key))
    return text === undefined ? [] : [`${JSON.stringify(key)}: ${text}`]
  })
  return lines('{', '}', indent, entries)
}

function lines(open: string, close: string, indent: string, items: readonly string[]): string {
  if (items.length === 0) return open + close
  return `${open}\n${items.map((item) => `${indent}  ${item}`).join(',\n')}\n${indent}${close}`
}

// The text of a float: whole ones get a point; null stands for a number that JSON has not.
function withPoint(text: string): string {
  return /^-?\d+$/.test(text) ? `${text}.0` : text
}
