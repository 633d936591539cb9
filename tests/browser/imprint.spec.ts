// The footer and the head: what the project is, its licence, how to cite it, and links to what there is. Fields that nobody has filled in are
// not there. Needs a browser for the last tests alone.

import { bibtex, type Citation, citation } from '../../web/demo/site/citation.js'
import { headOf, siteCard } from '../../web/demo/site/head.js'
import { imprint } from '../../web/demo/site/imprint.js'
import { expect, test } from './complaints.js'

const FILLED: Citation = {
  ...citation,
  authors: [{ name: 'A. & B.', website: 'https://a.example' }],
  'date-released': '2026-12-24',
  'repository-code': 'https://git.example/a/whereformer',
  url: 'https://a.example/whereformer',
}
const EMPTY: Citation = (({ 'repository-code': _, url: __, 'date-released': ___, ...rest }) => ({
  ...rest,
  authors: [{ name: 'The Whereformer authors' }],
}))(FILLED)

test('before the fields are filled in there are the licence and a citation, both on the site itself', () => {
  const [licence, author, cite, ...more] = imprint(EMPTY, 'en', '../')
  expect(licence).toBe('<a href="../LICENSE.txt" rel="license">MIT licence</a>')
  expect(author).toBe('The Whereformer authors')
  expect(cite).toContain('<summary>Cite</summary>')
  expect(cite).toContain('<a href="../CITATION.cff">CITATION.cff</a>')
  expect(more).toEqual([])
  expect(imprint(EMPTY, 'zh', './')[0]).toContain('MIT 许可证')
})

test('with a repository there are source and package; with an author, a name that leads on', () => {
  const [source, npm, licence, author] = imprint(FILLED, 'en', './')
  expect(source).toBe('<a href="https://git.example/a/whereformer">Source</a>')
  expect(npm).toBe('<a href="https://www.npmjs.com/package/whereformer">npm</a>')
  expect(licence).toContain('MIT licence')
  expect(author).toBe('<a href="https://a.example">A. &amp; B.</a>')
})

test('the citation is BibTeX of what is known', () => {
  expect(bibtex(FILLED)).toBe(`@software{whereformer,
  title = {{Whereformer}},
  author = {{A. \\& B.}},
  version = {${citation.version}},
  year = {2026},
  license = {MIT},
  url = {https://a.example/whereformer}
}`)
  expect(bibtex(EMPTY)).not.toMatch(/year|url/)
})

test('cards and canonical addresses are whole where the page of the project is known', () => {
  const page = { title: 'T', description: 'D', path: 'zh/', toRoot: '../', card: siteCard }
  const known = headOf(page, FILLED)
  expect(known).toContain('<link rel="canonical" href="https://a.example/whereformer/zh/" />')
  expect(known).toContain('property="og:image" content="https://a.example/whereformer/cards/whereformer.png"')
  const unknown = headOf(page, EMPTY)
  expect(unknown).not.toMatch(/canonical|og:url|https:/)
  expect(unknown).toContain('content="../cards/whereformer.png"')
})

for (const path of ['.', 'zh/', 'encodings/', 'zh/api/'])
  test(`header and footer say where one is, and link to no empty address (${path})`, async ({ page }) => {
    await page.goto(path)
    const { height = 0 } = (await page.locator('header.site').boundingBox()) ?? {}
    expect(height).toBe(57) // a hairline below 56 px
    await expect(page.locator('header.site .languages a')).toHaveCount(1)
    await expect(page.locator('header.site a[aria-current]')).toHaveCount(1)
    const footer = page.locator('footer.site')
    await expect(footer).toContainText('WebAssembly')
    await footer.locator('.cite summary').click()
    await expect(footer.locator('.cite pre')).toContainText('@software{whereformer,')
    const links = await footer.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    for (const link of links) expect(link).toMatch(/^(https:\/\/\S+|[./\w]+)$/)
    for (const link of links.filter((one) => !one?.startsWith('https:')))
      expect((await page.request.get(new URL(String(link), page.url()).href)).ok(), String(link)).toBe(true)
  })

for (const path of [
  '.',
  'zh/',
  'encodings/',
  'zh/figures/',
  'api/',
  'embed/wf-bias/',
  'embed/wf-your-model/',
])
  test(`the head says what the page is, with a picture that is there (${path})`, async ({ page }) => {
    await page.goto(path)
    const content = (name: string) =>
      page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')
    expect((await content('description'))?.length).toBeGreaterThan(15)
    expect(await content('og:title')).toBe(await page.title())
    expect(await content('og:description')).toBe(await content('description'))
    const image = await page.request.get(new URL(String(await content('og:image')), page.url()).href)
    expect(image.headers()['content-type']).toBe('image/png')
    const bytes = await image.body()
    expect(bytes.length).toBeLessThan(60_000)
    expect(String(bytes.readUInt32BE(16))).toBe(await content('og:image:width'))
    expect(String(bytes.readUInt32BE(20))).toBe(await content('og:image:height'))
    expect((await content('author'))?.length).toBeGreaterThan(0)
  })
