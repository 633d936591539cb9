// The questions of the article: the right answer follows from what the library computes, and the explanations say the computed numbers.

import { describe, expect, test } from 'vitest'
import { say } from '../../web/content/bilingual.js'
import { short } from '../../web/content/format.js'
import { questions, type Solution } from '../../web/elements/figures/question/collection/index.js'
import { rightOf } from '../../web/elements/figures/question/collection/question.js'
import { useLibrary } from '../support/library.js'

const library = useLibrary()

/** What every question comes to; a change of the library that turns an answer is seen here. */
const WANTED: Readonly<Record<string, string>> = {
  shuffled: 'Nobody’s',
  'causal-shuffled': 'Those two tokens’ alone.',
  'value-door': 'Shaw’s relative vectors',
  'same-distance': '40 and 42',
  'table-end': 'The model cannot read it.',
  'table-size': '31',
  slid: 'The learned table’s.',
  angles: '32',
  layouts: 'They change, without any error.',
  'last-bucket': '91',
  'reversed-alibi': 'None.',
  'missing-term': 'position · position',
  'fixed-distance': 'None',
  'stretched-pairs': 'NTK-aware.',
  temperature: 'It is multiplied by the square of that factor.',
  commonest: 'In queries and keys (rotation)',
  'kept-length': '8, as before.',
  recognised: 'A start token, then the same word seven times.',
  'moved-value': 'Sinusoidal vectors',
  'far-value': 'That both are at least 4.',
  'delta-row': '7',
  'shared-table': '384: one per bucket and head.',
  'padded-next': '8: that many tokens come before it.',
  renumbered: 'The one at position 7.',
  'rotated-again': 'Rotate it back by 3 positions.',
  'new-frequencies': 'One between, at position 63.',
  unfinished: '11',
  'own-factors': 'LongRoPE',
  'first-rise': 'At distance 12.',
  'flat-curve': 'It falls.',
  'deciding-test': 'Whether the loss changes when the text is cut to the last 64 tokens.',
}

/** Numbers in a text as they are written: 0.25, 1.3 × 10⁻⁷, −2. */
const numbersIn = (text: string): string[] =>
  text.match(/−?\d+(?:\.\d+)?(?:[ \u00a0]×[ \u00a0]10⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]+)?/g) ?? []

/** The explanation says the computed number of a step. */
function computedIn(solution: Solution): string[] {
  const values = solution.steps.map(({ value }) => value)
  const computed = values.filter((value) => typeof value === 'number').map(short)
  return computed.filter((text) => numbersIn(solution.explanation.en).includes(text))
}

test('there are at least twelve, each with a name of its own', () => {
  const ids = questions.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThanOrEqual(12)
  expect(ids).toEqual(Object.keys(WANTED))
})

describe.each(questions.map((question) => [question.id, question] as const))('%s', (id, question) => {
  test('exactly one answer holds, and it is the known one', async () => {
    const { right } = await question.solve(library.wf)
    expect(question.answers[right]?.en).toBe(WANTED[id])
    expect(question.answers.length).toBeGreaterThanOrEqual(2)
    expect(question.answers.length).toBeLessThanOrEqual(4)
  })

  test('is said in both languages, with the same numbers', async () => {
    const { steps, explanation } = await question.solve(library.wf)
    for (const { en, zh } of [question.text, explanation, ...steps.map(({ label }) => label)]) {
      expect(en).not.toMatch(/\p{Script=Han}|NaN|undefined/u)
      expect(zh).not.toMatch(/NaN|undefined/)
      expect(zh).toMatch(/[\p{Script=Han}·]|RoPE|ALiBi/u)
    }
    expect(numbersIn(explanation.zh).sort()).toEqual(expect.arrayContaining(computedTwice(explanation)))
  })

  test('its numbers are finite, and the explanation says them', async () => {
    const solution = await question.solve(library.wf)
    const { steps } = solution
    for (const { value, columns } of steps) {
      if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true)
      for (const column of columns?.values ?? []) expect(Number.isFinite(column)).toBe(true)
      if (columns) expect(columns.full).toBeGreaterThan(0)
    }
    expect(computedIn(solution).length).toBeGreaterThan(0)
  })
})

/** Decimals and powers, which are computed in either language. */
function computedTwice({ en }: { en: string }): string[] {
  return numbersIn(en).filter((number) => /[.×]/.test(number))
}

describe('the key', () => {
  const answers = [1, 2, 2].map((value) => ({
    text: say(String(value), String(value)),
    holds: (found: number) => found === value,
  }))

  test('is the one answer that holds', () => {
    expect(rightOf('one', answers, 1)).toBe(0)
  })

  test('is refused when none holds or several do, NaN included', () => {
    expect(() => rightOf('several', answers, 2)).toThrow('several: 2 of 3 answers hold')
    expect(() => rightOf('none', answers, Number.NaN)).toThrow('none: 0 of 3 answers hold')
  })
})
