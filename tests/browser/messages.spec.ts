// Both languages say everything.

import { expect, test } from '@playwright/test'
import { en } from '../../web/demo/messages/en.js'
import { zh } from '../../web/demo/messages/zh.js'

type Entry = readonly [path: string, value: unknown]

function entriesOf(table: object, path = ''): Entry[] {
  return Object.entries(table).flatMap(([key, value]): Entry[] => {
    const here = `${path}.${key}`
    return typeof value === 'object' && value !== null ? entriesOf(value, here) : [[here, value]]
  })
}

const [english, chinese] = [entriesOf(en), entriesOf(zh)]
const GAP = '.gap' // what stands between two sentences: nothing in Chinese

function spoken(value: unknown): string {
  if (typeof value !== 'function') return String(value)
  return String(value(...Array.from({ length: value.length }, (_, i) => `[${i}]`)))
}

test('English and Chinese have the same keys', () => {
  expect(chinese.map(([path]) => path)).toEqual(english.map(([path]) => path))
  expect(english.length).toBeGreaterThan(80)
})

test('every sentence uses all that it is given, in both languages', () => {
  for (const [path, value] of [...english, ...chinese]) {
    if (typeof value !== 'function') continue
    for (let i = 0; i < value.length; i++) expect(spoken(value), path).toContain(`[${i}]`)
  }
})

test('Chinese messages are Chinese and English ones are not', () => {
  const signs = /^\.(gap|progress\.bytes(SoFar)?)$/
  for (const [path, value] of chinese)
    if (!signs.test(path)) expect(spoken(value), path).toMatch(/\p{Script=Han}/u)
  for (const [path, value] of english) expect(spoken(value), path).not.toMatch(/\p{Script=Han}/u)
})

test('no message is empty, and Chinese ones use full-width punctuation', () => {
  for (const [path, value] of english) expect(spoken(value), path).not.toBe('')
  for (const [path, value] of chinese) {
    if (path !== GAP) expect(spoken(value), path).not.toBe('')
    expect(spoken(value), path).not.toMatch(/\p{Script=Han}[,;:?!.]|[,;:?!]\p{Script=Han}/u)
  }
})
