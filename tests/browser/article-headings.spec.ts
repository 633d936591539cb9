// Chinese headings break after a sign where they have one, and between words, not inside of them.

import { expect, test } from './complaints.js'

/** The lines of a heading as they are laid out. */
function linesOf(heading: Element): string[] {
  const lines = new Map<number, string>()
  const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const [i, character] of [...(node.textContent ?? '')].entries()) {
      const range = document.createRange()
      range.setStart(node, i)
      range.setEnd(node, i + 1)
      const { bottom } = range.getBoundingClientRect()
      lines.set(Math.round(bottom), (lines.get(Math.round(bottom)) ?? '') + character)
    }
  return [...lines.values()].map((line) => line.trim()).filter(Boolean)
}

for (const width of [320, 390])
  test(`no heading breaks inside of a word at ${width} pixels`, async ({ complaints, page }) => {
    complaints.tolerate(/preloaded using link preload/)
    await page.setViewportSize({ width, height: 844 })
    await page.goto('zh/')
    const title = await page.locator('h1').evaluate(linesOf)
    expect(title.join('')).toContain('Transformer')
    expect(title.length).toBeGreaterThan(1)
    const heights = await page.locator('article h2').evaluateAll((all) =>
      all.map((heading) => {
        const before = heading.getBoundingClientRect().height
        heading.querySelector('.anchor')?.remove()
        return [before, heading.getBoundingClientRect().height]
      }),
    )
    for (const [before, after] of heights) expect(before, 'the anchor takes no line of its own').toBe(after)
    const words = new Intl.Segmenter('zh', { granularity: 'word' })
    for (const heading of await page.locator('h1, article h2').all()) {
      const lines = await heading.evaluate(linesOf)
      const ends = new Set([0])
      for (const { index, segment } of words.segment(lines.join(''))) ends.add(index + segment.length)
      const signs = /[，：]/.test(lines.join('').slice(0, -1))
      if (signs) for (const line of lines.slice(0, -1)) expect(line, lines.join(' | ')).toMatch(/[，：]$/)
      let at = 0
      for (const line of lines) {
        expect(ends, `“${lines.join(' | ')}”`).toContain(at)
        at += line.length
      }
    }
  })
