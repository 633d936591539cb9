// The search for objections of axe itself: a fault that shows at one width alone, or in one theme alone there, is found.

import { axeEverywhere, WIDTHS } from '../axe.js'
import { expect, test } from './figures.js'

const BODY = `<h1>A page</h1><p class="faint">Words</p><button><span>Press</span></button>
  <p>${'Words that a link is one of. '.repeat(3)}<a href="#">A link</a></p>`

for (const width of WIDTHS)
  for (const theme of ['light', 'dark'] as const)
    test(`faint letters at ${width} px in the ${theme} theme alone are found`, async ({ figures, page }) => {
      const faint = theme === 'light' ? '#ccc' : '#333'
      const when = `(width: ${width}px) and (prefers-color-scheme: ${theme})`
      await figures.open(BODY, { script: `<style>@media ${when} { .faint { color: ${faint} } }</style>` })
      expect(await axeEverywhere(page, 'en')).toEqual([
        expect.stringMatching(new RegExp(`^en, ${width} px, ${theme}: color-contrast: \\.faint `)),
      ])
    })

test('a nameless button and a page that is too wide are found at the one width where they are', async ({
  figures,
  page,
}) => {
  const planted = '@media (width: 768px) { button span { display: none } h1 { width: 800px } }'
  await figures.open(BODY, { script: `<style>${planted}</style>` })
  expect(await axeEverywhere(page, 'zh')).toEqual([
    expect.stringMatching(/^zh, 768 px, light: scrolls sideways, 8\d\d px$/),
    expect.stringMatching(/^zh, 768 px, light: button-name: /),
    expect.stringMatching(/^zh, 768 px, dark: scrolls sideways, 8\d\d px$/),
  ])
})

test('what nobody objects to is silent', async ({ figures, page }) => {
  await figures.open(BODY, { script: '' })
  expect(await axeEverywhere(page, 'en')).toEqual([])
})
