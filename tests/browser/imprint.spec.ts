// The footer: what the project is, and links to what there is. Fields that nobody has filled in are not there. Needs a browser for the last test alone.

import { imprint } from '../../web/demo/site/imprint.js'
import { expect, test } from './complaints.js'

const EMPTY = { name: 'whereformer', license: 'MIT' }
const FILLED = {
  ...EMPTY,
  author: 'A. Author <a@example.org> (https://a.example)',
  repository: { url: 'git+https://git.example/a/whereformer.git' },
}

test('before the fields are filled in, the licence is named and nothing is a link', () => {
  expect(imprint(EMPTY, false, 'en')).toEqual(['MIT licence'])
  expect(imprint(EMPTY, true, 'zh')).toEqual(['MIT 许可证'])
})

test('with a repository there are source, package, citation and licence; with an author, a name', () => {
  expect(imprint(FILLED, true, 'en')).toEqual([
    '<a href="https://git.example/a/whereformer">Source</a>',
    '<a href="https://www.npmjs.com/package/whereformer">npm</a>',
    '<a href="https://git.example/a/whereformer/blob/HEAD/CITATION.cff">Cite</a>',
    '<a href="https://git.example/a/whereformer/blob/HEAD/LICENSE">MIT licence</a>',
    '<a href="https://a.example">A. Author</a>',
  ])
  expect(imprint(FILLED, false, 'en')).toHaveLength(4)
  expect(imprint({ ...EMPTY, repository: 'github:a/b' }, false, 'en')[0]).toContain(
    '"https://github.com/a/b"',
  )
  expect(imprint({ ...EMPTY, author: { name: 'A & B' } }, false, 'en')).toContain('A &amp; B')
  expect(imprint({ ...EMPTY, repository: 'git@git.example:a/b.git' }, false, 'en')).toEqual(['MIT licence'])
})

for (const path of ['.', 'zh/', 'encodings/', 'zh/api/'])
  test(`header and footer say where one is, and link to no empty address (${path})`, async ({ page }) => {
    await page.goto(path)
    const { height = 0 } = (await page.locator('header.site').boundingBox()) ?? {}
    expect(height).toBe(57) // a hairline below 56 px
    await expect(page.locator('header.site .languages a')).toHaveCount(1)
    await expect(page.locator('header.site a[aria-current]')).toHaveCount(1)
    await expect(page.locator('footer.site')).toContainText('WebAssembly')
    const links = await page
      .locator('footer.site a')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    for (const link of links) expect(link).toMatch(/^(https:\/\/\S+|[./\w]+)$/)
  })
