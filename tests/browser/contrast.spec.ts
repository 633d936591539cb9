// Contrasts of the tokens, which axe cannot see where they are drawn: letters of drawings, lines, bars. No browser is needed.
// Text has 4.5:1, what is drawn and means something 3:1: https://www.w3.org/TR/WCAG22/#contrast-minimum, #non-text-contrast

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import {
  type ColorToken,
  colorOf,
  colorTokens,
  pageDeclarations,
} from '../../web/elements/parts/element/tokens.js'

const SCHEMES = ['light', 'dark'] as const
type Scheme = (typeof SCHEMES)[number]

/** Text stands on these. */
const SURFACES: readonly ColorToken[] = ['paper', 'wash', 'rope-wash']
/** Drawn, never written. */
const MARKS: readonly ColorToken[] = ['mark']
/** Hairlines, which mean nothing. */
const HAIRLINES: readonly ColorToken[] = ['line']
/** All others are written on paper, and paper is written on them: the numbers of doors. */
const LETTERS = colorTokens.filter((name) => ![...SURFACES, ...MARKS, ...HAIRLINES].includes(name))
/** Written on what is pointed at or chosen. */
const EVERYWHERE: readonly ColorToken[] = ['ink', 'soft', 'wrong']

function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [one, other].map(luminance).sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const between = (one: ColorToken, other: ColorToken, scheme: Scheme) =>
  contrast(colorOf(one, scheme), colorOf(other, scheme))

test('black on white is 21:1, and grey #767676 on it 4.54:1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 6)
  expect(contrast('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
})

for (const scheme of SCHEMES) {
  for (const name of LETTERS)
    test(`${name} on paper, and paper on it, can be read (${scheme})`, () => {
      expect(between(name, 'paper', scheme)).toBeGreaterThanOrEqual(4.5)
    })

  for (const name of EVERYWHERE)
    for (const surface of SURFACES)
      test(`${name} on ${surface} can be read (${scheme})`, () => {
        expect(between(name, surface, scheme)).toBeGreaterThanOrEqual(4.5)
      })

  for (const name of MARKS)
    test(`${name} is seen on paper (${scheme})`, () => {
      expect(between(name, 'paper', scheme)).toBeGreaterThanOrEqual(3)
    })

  test(`the chosen pair of RoPE has a hand that is seen (${scheme})`, () => {
    expect(between('rope', 'rope-wash', scheme)).toBeGreaterThanOrEqual(3)
  })
}

test('a step of the page that is not current can be read', () => {
  const [, light = '', dark = ''] = /--wf-rest: light-dark\((\S+), (\S+)\)/.exec(pageDeclarations) ?? []
  expect(contrast(light, colorOf('paper', 'light'))).toBeGreaterThanOrEqual(4.5)
  expect(contrast(dark, colorOf('paper', 'dark'))).toBeGreaterThanOrEqual(4.5)
})

test('nothing is written in a token that is for surfaces, marks or hairlines, but paper', () => {
  const files = ['web/elements', 'web/demo'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|css)$/.test(name) && !/^(dist|public)\//.test(name))
      .map((name) => `${folder}/${name}`),
  )
  expect(files.length).toBeGreaterThan(100)
  const written = files.flatMap((file) => {
    const uses = readFileSync(file, 'utf8').matchAll(/(?<![\w-])color: var\(--(?:_|wf-)([a-z0-9-]+)/g)
    return Array.from(uses, ([, name = '']) => ({ file, name }))
  })
  expect(new Set(written.map(({ name }) => name))).toContain('ink')
  const letters = new Set<string>([...LETTERS, 'paper', 'rest'])
  expect(written.filter(({ name }) => !letters.has(name))).toEqual([])
})

test('the remarks of the tokens have their contrasts on paper', () => {
  const source = readFileSync('web/elements/parts/element/tokens.ts', 'utf8')
  const said = [
    ...source.matchAll(/^ {2}'?([\w-]+)'?: 'light-dark\((\S+), (\S+)\)', \/\/ ([\d.]+), ([\d.]+)[:,]/gm),
  ]
  expect(said.length).toBeGreaterThan(10)
  for (const [, name, light = '', dark = '', ofLight, ofDark] of said) {
    const [onLight, onDark] = [
      contrast(light, colorOf('paper', 'light')),
      contrast(dark, colorOf('paper', 'dark')),
    ]
    expect([name, onLight.toFixed(1), onDark.toFixed(1)]).toEqual([name, ofLight, ofDark])
  }
})
