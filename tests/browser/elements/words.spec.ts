// Both languages say everything, each in its own signs; needs no browser.

import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import type { Bilingual } from '../../../web/content/bilingual.js'
import { presets } from '../../../web/content/presets.js'
import { parts } from '../../support/prose.js'

/** What is called 得分, 通道, 掩码, 插值, and which side of a query is meant. */
const OTHER_TERMS = /分数|分量|遮罩|遮蔽|内插|向前看|向后看/

type Entry = readonly [path: string, value: unknown]

const folder = new URL('../../../web/elements/', import.meta.url)

function entriesOf(table: object, path: string): Entry[] {
  return Object.entries(table).flatMap(([key, value]): Entry[] => {
    const here = `${path}.${key}`
    return typeof value === 'object' && value !== null ? entriesOf(value, here) : [[here, value]]
  })
}

const isTables = (value: unknown): value is Bilingual<object> =>
  typeof value === 'object' && value !== null && 'en' in value && 'zh' in value

const files = readdirSync(fileURLToPath(folder), { recursive: true })
  .map(String)
  .filter((file) => /(messages|words)\.ts$/.test(file))

const english: Entry[] = []
const chinese: Entry[] = []
for (const file of files) {
  const module: object = await import(new URL(file, folder).href)
  for (const tables of Object.values(module).filter(isTables)) {
    english.push(...entriesOf(tables.en, file))
    chinese.push(...entriesOf(tables.zh, file))
  }
}

/** With a stand-in for everything that it is given: lists are asked for as lists, all else becomes a text. */
function spoken(value: unknown): string {
  if (typeof value !== 'function') return String(value)
  const names = Array.from({ length: value.length }, (_, i) => `[${i}]`)
  try {
    return String(value(...names))
  } catch {
    return String(value(...names.map((name) => [name, name])))
  }
}

test('every element has its words, under the same names', () => {
  expect(files.length).toBeGreaterThan(12)
  expect(english.length).toBeGreaterThan(300)
  expect(chinese.map(([path]) => path)).toEqual(english.map(([path]) => path))
})

test('what one language says of what it is given, the other says too', () => {
  for (const [i, [path, value]] of english.entries()) {
    if (typeof value !== 'function') continue
    const used = (text: string) => [...new Set(text.match(/\[\d\]/g))].sort()
    expect(used(spoken(chinese[i]?.[1])), path).toEqual(used(spoken(value)))
  }
})

test('Chinese is Chinese with full-width punctuation, English is not', () => {
  for (const [path, value] of english) expect(spoken(value), path).not.toMatch(/\p{Script=Han}/u)
  for (const [i, [path, value]] of chinese.entries()) {
    const text = spoken(value)
    expect(text, path).not.toMatch(/\p{Script=Han}[,;:?!]|[,;:?!]\p{Script=Han}/u)
    // what is longer than a name or a symbol is in words of the language
    if (/[a-z]{3,}.* [a-z]{2,}/.test(spoken(english[i]?.[1]))) expect(text, path).toMatch(/\p{Script=Han}/u)
  }
})

test('terms are those of the field', () => {
  for (const [path, value] of chinese) expect(spoken(value), path).not.toMatch(OTHER_TERMS)
  const article = parts.flatMap(({ prose }) => prose).map(({ zh }) => zh)
  const pressed = Object.values(presets).flatMap((all) =>
    all.flatMap(({ label, look }) => [label.zh, look.zh]),
  )
  expect(article.length + pressed.length).toBeGreaterThan(150)
  for (const text of [...article, ...pressed]) expect(text).not.toMatch(OTHER_TERMS)
})
