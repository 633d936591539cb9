// The known encoding that a formula is, as a sentence.

import type { EncodingEntry, Explanation } from 'whereformer'
import type { Language } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import type { FormulaKind } from '../../../formula/names.js'
import { choiceName, nameOf } from '../positions/parameter-names.js'
import { titleOf } from '../positions/titles.js'
import { formulaWords } from './messages.js'

/** The sentence in a language. */
export type Known = (language: Language) => string

export function knownOf(
  kind: FormulaKind,
  found: Explanation | undefined,
  entries: readonly EncodingEntry[],
): Known {
  return (language) => {
    const words = formulaWords[language]
    const position = found && [found.position ?? []].flat()[0]
    const entry = entries.find(({ type }) => type === position?.type)
    if (!position || !entry) return words.unknown[kind]
    const parameters = parametersOf(position, entry, language)
    const name = parameters.length
      ? `${titleOf(entry, language)}${words.colon}${parameters.join(words.and)}`
      : titleOf(entry, language)
    const mistake = found.mistake ? words.mistake(found.mistake) : ''
    return `${words.known(name)}${mistake}`
  }
}

/** Parameters that are not the default, and those that tell one kind from another. */
function parametersOf(position: object, entry: EncodingEntry, language: Language): string[] {
  const { scaling, ...fields } = position as Record<string, unknown> & { scaling?: object }
  const inside = Object.entries(scaling ?? {}).map(([name, value]) => [`scaling.${name}`, value] as const)
  const own = [...Object.entries(fields), ...inside]
  const kinds = entry.parameters.filter(({ name }) => name === 'kind' && !(name in fields))
  return [...kinds.map((one) => [one.name, one.default] as const), ...own]
    .filter(([name]) => name !== 'type')
    .map(([name, value]) => parameterText(name, value, language))
}

function parameterText(name: string, value: unknown, language: Language): string {
  const label = nameOf(name, language)
  if (value === true) return label
  const text = Array.isArray(value)
    ? listText(value as number[])
    : typeof value === 'number'
      ? short(value)
      : choiceName(name, String(value), language)
  if (typeof value === 'string') return text
  return label === name ? `${label} = ${text}` : `${label} ${text}`
}

/** Numbers of a list that are shown. */
const FEW = 4

function listText(values: readonly number[]): string {
  const [first = Number.NaN] = values
  if (values.every((value) => value === first)) return short(first)
  return `${values.slice(0, FEW).map(short).join(', ')}${values.length > FEW ? ' …' : ''}`
}
