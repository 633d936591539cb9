// "Try this" below the first line of every figure of a side page: each preset does what it says, and can be undone.

import type { Locator, Page } from '@playwright/test'
import { type Preset, type PresetFigure, presets } from '../../web/content/presets.js'
import { pathOfFigure, told } from '../support/figure-pages.js'
import { expect, test } from './complaints.js'
import { see } from './reading.js'
import { PATIENCE, settled } from './settled.js'

const NAMES = told.slice(1).flatMap(({ figures }) => figures) as PresetFigure[]

/** What a figure must say for the sentence of a preset to be true. By figure and English label. */
const EVIDENCE: Readonly<Record<string, { en: RegExp; zh: RegExp }>> = {
  'sinusoid Wavelengths': {
    en: /shortest wavelength is 6\.28 positions, the longest 47100/,
    zh: /6\.28.*47100/s,
  },
  'similarity As a curve': { en: /first rises at distance 10\b/, zh: /距离 10 / },
  'similarity A smaller base': { en: /first and the last −0\.0605/, zh: /−0\.0605/ },
  'similarity Four times as long': { en: /similarity of neighbours 0\.966/, zh: /0\.966/ },
  'reading The token before': {
    en: /0\.14 of its attention to itself and 0\.36 to the previous one/,
    zh: /0\.14.*0\.36/s,
  },
  'reading Further back': {
    en: /0\.08 of its attention to itself and 0\.07 to the previous one/,
    zh: /0\.08.*0\.07/s,
  },
  'clocks 1,000 positions later': { en: /the score is 0\.695 times its value at distance 0/, zh: /0\.695/ },
  'clocks Distance 0': { en: /Query at position 12, key at 12/, zh: /12.*12/s },
  'clocks A smaller base': { en: /5 of 8 pairs complete at least one rotation/, zh: /8 .*5 |5 .*8 /s },
  'shift Beyond the table': { en: /No output changes.*got 1000/s, zh: /got 1000/ },
  'shift RoPE and ALiBi': { en: /No output changes.*No output changes/s, zh: /没有输出变化.*没有输出变化/s },
  'shift Open a gap': { en: /12 of 12 outputs.*12 of 12 outputs/s, zh: /12 个输出.*12 个输出/s },
  'rope As a curve': { en: /first rises at distance 6\b/, zh: /距离 6 / },
  'alibi All slopes': { en: /by 0\.5 per step, the flattest by 0\.00391/, zh: /0\.5.*0\.00391/s },
  'alibi Twelve heads': { en: /12 heads; the steepest falls by 0\.707/, zh: /12.*0\.707/s },
  'ledger Sinusoidal': { en: /3\.30\s*position · position/, zh: /3\.30\s*位置 · 位置/ },
  'ledger DeBERTa': { en: /score\s*=(?!.*position · position)/s, zh: /=(?!.*位置 · 位置.*经过 softmax)/s },
  'ledger ALiBi': { en: /−\s*1\.50\s*bias/, zh: /−\s*1\.50\s*偏置/ },
  'ledger RoPE': { en: /−\s*1\.67\s*rotation/, zh: /−\s*1\.67\s*旋转/ },
  'properties Four to compare': { en: /no: rises at 5.*from 64 on/s, zh: /5.*64/s },
  'properties RoPE’s counter-examples': {
    en: /from distance 4 to 5.*11 of 16 pairs complete no rotation/s,
    zh: /4.*5.*16.*11/s,
  },
  'scaling Linear': { en: /slows 16 pairs down/, zh: /16/ },
  'scaling NTK-aware': { en: /slows 15 pairs down/, zh: /15/ },
  'scaling YaRN, factor 16': { en: /YaRN × 16/, zh: /YaRN × 16/ },
  'models Only ALiBi': {
    en: /^(?!.*(LLaMA|Falcon|BERT)).*BLOOM.*MPT/s,
    zh: /^(?!.*(LLaMA|Falcon|BERT)).*BLOOM.*MPT/s,
  },
  'models Only RoPE': { en: /^(?!.*(20(0\d|1\d|20))\b)/s, zh: /^(?!.*(20(0\d|1\d|20))\b)/s },
  'models RoBERTa': { en: /learned, in a table whose first used row follows the padding id/, zh: /填充/ },
  'your-model A built-in model': { en: /rotated pairs/, zh: /对旋转的通道/ },
  'your-model A learned table': { en: /Learned/, zh: /可学习/ },
  'mistakes A wrong sign': { en: /0\.5.*−0\.5/s, zh: /0\.5.*−0\.5/s },
  'mistakes The last bucket': { en: /91/, zh: /91/ },
  'identify A scaled RoPE': { en: /"ropeType":"yarn","factor":4/, zh: /"ropeType":"yarn","factor":4/ },
  'identify A known mistake': { en: /rope-position-twice/, zh: /rope-position-twice/ },
  'identify Random numbers': { en: /No match/, zh: /都不是/ },
}

test('every figure has two to four presets, with short labels in both languages', () => {
  expect(Object.keys(presets).sort()).toEqual([...NAMES].sort())
  for (const name of NAMES) {
    expect(presets[name].length, name).toBeGreaterThanOrEqual(2)
    expect(presets[name].length, name).toBeLessThanOrEqual(4)
    for (const { label, look, state } of presets[name]) {
      expect(label.en.length, label.en).toBeLessThanOrEqual(26)
      expect(label.zh.length, label.zh).toBeLessThanOrEqual(12)
      expect(look.en, label.en).toMatch(/^Look .*\.$/)
      expect(look.zh, label.en).toMatch(/看.*。$/)
      expect(look.zh, look.zh).not.toMatch(/\p{Script=Han}[,;:?!]|[,;:?!]\p{Script=Han}/u)
      expect(Object.keys(state).length).toBeGreaterThan(0)
    }
  }
  const labels = new Set(NAMES.flatMap((name) => presets[name].map(({ label }) => `${name} ${label.en}`)))
  expect(Object.keys(EVIDENCE).filter((key) => !labels.has(key))).toEqual([])
})

for (const [language, path] of [
  ['en', ''],
  ['zh', 'zh/'],
] as const)
  for (const { path: folder, figures } of told.slice(1))
    test(`the presets of every figure do what they say (${path}${folder})`, async ({ page }) => {
      await page.goto(`${path}${folder}`)
      for (const name of figures as PresetFigure[])
        await test.step(name, async () => {
          const figure = page.locator(`#fig-${name}`)
          await begin(figure)
          const before = await stateText(figure)
          for (const preset of presets[name]) await tryOut(figure, name, preset, language)
          await figure.locator('.undo').click()
          expect(await stateText(figure), name).toBe(before)
          await settled(figure)
          await expect(figure.locator('.presets [aria-pressed=true]')).toHaveCount(0)
        })
    })

async function tryOut(figure: Locator, name: string, preset: Preset, language: 'en' | 'zh'): Promise<void> {
  const presets = figure.locator('.presets')
  const button = presets.getByRole('button', { name: preset.label[language], exact: true })
  await figure.page().mouse.move(0, 0) // what lies under the pointer would speak of itself
  await button.press('Enter') // a section that is laid out late may move the page under a pointer
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(figure.locator('.presets [aria-pressed=true]')).toHaveCount(1)
  await expect(figure.locator('.presets [role=status]')).toHaveText(preset.look[language])
  await settled(figure)
  await expect(button, 'what was chosen stays chosen').toHaveAttribute('aria-pressed', 'true')
  const held = await figure.evaluate(
    (one, keys) =>
      Object.fromEntries(keys.map((key) => [key, (one as unknown as Record<string, unknown>)[key]])),
    Object.keys(preset.state),
  )
  expect(held).toEqual(preset.state)
  await expect(figure.locator('.trouble, .complaint')).toHaveCount(0)
  const evidence = EVIDENCE[`${name} ${preset.label.en}`]?.[language]
  await expect(async () => {
    const shows = await textOf(figure)
    if (evidence) expect(shows).toMatch(evidence)
    for (const number of numbersIn(preset.look[language]))
      expect(numbersIn(shows), `${preset.look[language]} | ${shows}`).toContain(number)
  }).toPass(PATIENCE)
}

/** Loads its model where there is one. */
async function begin(figure: Locator): Promise<void> {
  await see(figure)
  const start = figure.locator('button.start')
  if (await start.isVisible()) await start.click()
  await settled(figure)
}

const stateText = (figure: Locator) =>
  figure.evaluate((one) => (one as unknown as { stateText: string }).stateText)

const numbersIn = (text: string): string[] => text.match(/−?\d+(\.\d+)?/g) ?? []

/** Everything that a figure shows as text, values of fields included, presets excluded. */
function textOf(figure: Locator): Promise<string> {
  return figure.evaluate((one) => {
    const unfold = (root: ParentNode) => {
      for (const part of root.querySelectorAll('*')) {
        if (part instanceof HTMLDetailsElement) part.open = true
        if (part.shadowRoot) unfold(part.shadowRoot)
      }
    }
    unfold(one.shadowRoot ?? one)
    const childrenOf = (node: Element) => {
      const isInner = node instanceof HTMLSlotElement && (node.getRootNode() as ShadowRoot).host !== one
      const given = isInner ? node.assignedNodes() : []
      return given.length > 0 ? given : [...(node.shadowRoot ?? node).childNodes]
    }
    const read = (node: Node): string => {
      if (node instanceof Text) return node.data
      if (node instanceof HTMLInputElement) return ` ${node.value} `
      if (node instanceof HTMLSelectElement) return ` ${node.selectedOptions[0]?.text} `
      if (!(node instanceof Element) || node.matches('style, svg, .presets, .fallback')) return ''
      if (!node.checkVisibility() && getComputedStyle(node).display !== 'contents') return ''
      const inner = childrenOf(node).map(read).join('')
      return getComputedStyle(node).display === 'inline' ? inner : ` ${inner} `
    }
    return read(one).replace(/\s+/g, ' ').replaceAll('− ', '−') // signs of sums
  })
}

test('undo leads back to how the figure was before the first preset, whatever the reader had done', async ({
  page,
}) => {
  await page.goto(`${pathOfFigure('sinusoid')}#fig-sinusoid=length%3D32`)
  const figure = page.locator('#fig-sinusoid')
  await begin(figure)
  const before = await stateText(figure)
  const [first, second] = await figure.locator('.presets [data-state]').all()
  await first?.click()
  await second?.click()
  await figure.locator('.undo').press('Enter')
  expect(await stateText(figure)).toBe(before)
  await expect(figure).toHaveJSProperty('length', 32)
  await expect(second as Locator).toBeFocused() // the button for undoing is gone
  await expect(figure.locator('.presets [role=status]')).toBeEmpty()
  await second?.press('Space') // a chosen one is let go by pressing it again
  await expect(second as Locator).toHaveAttribute('aria-pressed', 'true')
  await second?.press('Space')
  expect(await stateText(figure)).toBe(before)
})

test('a preset is no longer marked once the reader changes something else', async ({ page }) => {
  await page.goto(pathOfFigure('sinusoid'))
  const figure = page.locator('#fig-sinusoid')
  await begin(figure)
  const button = figure.locator('.presets [data-state]').first()
  await button.click()
  await settled(figure)
  await figure.locator('#length').focus()
  const top = () => figure.locator('.stage').evaluate((stage) => stage.getBoundingClientRect().top)
  const place = await top()
  await page.keyboard.press('ArrowRight')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(figure.locator('.undo')).toBeHidden()
  await expect(figure.locator('.presets [role=status]')).toBeHidden()
  expect(await top(), 'the picture stays where it is').toBe(place)
})

test('a preset changes the link of the figure and what the builder writes', async ({ page }) => {
  await page.goto(pathOfFigure('alibi'))
  const figure = page.locator('#fig-alibi')
  await begin(figure)
  await figure.locator('.presets [data-state]').first().click()
  await expect(page).toHaveURL(/#.*fig-alibi=.*head%3D7/)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('there are no presets, for nothing can be set', async ({ page }: { page: Page }) => {
    await page.goto('details/')
    expect(await page.locator('.presets').count()).toBeGreaterThan(2)
    await expect(page.locator('.presets').first()).toBeHidden(PATIENCE)
  })
})
