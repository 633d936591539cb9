// The custom elements of the package, as its manifest for editors lists them.

import { readFileSync } from 'node:fs'
import { packageFolder } from './package-folder.js'

export interface ListedElement {
  tag: string
  /** One sentence, in English. */
  about: string
  /** Attributes that every figure has. */
  common: readonly ListedAttribute[]
  own: readonly ListedAttribute[]
}

export interface ListedAttribute {
  name: string
  type: string
  about: string
}

interface Declaration {
  tagName?: string
  description?: string
  attributes?: readonly { name: string; type: { text: string }; description?: string }[]
}

export function listedElements(): readonly ListedElement[] {
  const { modules } = JSON.parse(readFileSync(`${packageFolder}custom-elements.json`, 'utf8')) as {
    modules: readonly { declarations: readonly Declaration[] }[]
  }
  const found = modules.flatMap(({ declarations }) => declarations).filter(({ tagName }) => tagName)
  const all = found.map(({ tagName = '', description = '', attributes = [] }) => ({
    tag: tagName,
    about: sentenceOf(description),
    attributes: attributes.map(({ name, type, description = '' }) => ({
      name,
      type: type.text,
      about: description,
    })),
  }))
  const isCommon = ({ name }: ListedAttribute) =>
    all.every(({ attributes }) => attributes.some((one) => one.name === name))
  return all.map(({ tag, about, attributes }) => ({
    tag,
    about,
    common: attributes.filter(isCommon),
    own: attributes.filter((one) => !isCommon(one)),
  }))
}

/** Without the name in front. */
function sentenceOf(description: string): string {
  const sentence = description.replace(/^<[^>]+>: /, '')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
