// What a figure does not use it refuses, whichever figure: the complaint names it, and neither the state nor a link carries it.

import type { Locator, Page } from '@playwright/test'
import { allElements } from '../../../web/elements/all-elements.js'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'
import { serveModels } from './models.js'

interface Figure extends HTMLElement {
  state: Record<string, unknown>
  readonly stateText: string
  choose(state: unknown): void
}

const TAGS = Object.keys(allElements)
const complaints = (figure: Locator) => figure.locator('.figure').first().locator(':scope > .complaint')

/** The figure after its link was read and, where it computes at once, after it was drawn. */
async function open(figures: Figures, page: Page, tag: string, link: string, lang = 'en'): Promise<Locator> {
  await serveModels(page.context())
  await figures.open(
    `<${tag} id="one"></${tag}>`,
    { html: `lang="${lang}"` },
    `#one=${encodeURIComponent(link)}`,
  )
  const figure = page.locator(tag)
  await settled(figure, /^(asking|ready)$/)
  const start = figure.locator('.start')
  if (await start.isVisible()) {
    await start.click()
    await settled(figure)
  }
  return figure
}

const textOf = (figure: Locator) => figure.evaluate((one) => (one as Figure).stateText)

for (const tag of TAGS)
  test(`${tag} refuses a key that it does not have, from a link and from a program`, async ({
    figures,
    page,
  }) => {
    const figure = await open(figures, page, tag, 'bogus=7&r1=nonsense')
    await expect(complaints(figure)).toHaveCount(2)
    await expect(complaints(figure).first()).toContainText('bogus = “7” is not valid (allowed: ')
    await expect(complaints(figure).nth(1)).toContainText('r1 = “nonsense”')
    expect(await textOf(figure)).toBe('')
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
    await expect(complaints(figure).first()).toContainText('bogus = “7” 无效（可用：')
    await expect(complaints(figure).first()).toContainText('已略去')
    await figure.evaluate((one) => (one as Figure).choose({ strange: [1, 2] }))
    await expect(complaints(figure)).toHaveCount(1)
    await expect(complaints(figure)).toContainText('strange = “[1,2]”')
    expect(await textOf(figure)).toBe('')
  })

/** Values that no field takes, each with what must not come back. */
for (const tag of TAGS)
  test(`${tag} refuses values out of range, whoever judges them`, async ({ figures, page }) => {
    test.setTimeout(60_000)
    const figure = await open(figures, page, tag, '')
    const { names, numbers } = await figure.evaluate((one) => {
      const { fields } = one.constructor as unknown as {
        fields: Record<string, { initial: unknown; read(x: unknown): { wanted?: string } }>
      }
      const all = Object.entries(fields)
      return {
        names: all
          .filter(
            ([, field]) =>
              field.read('no-such.name').wanted !== undefined || typeof field.initial === 'string',
          )
          .map(([name]) => name),
        numbers: all
          .filter(([, field]) => field.read(1).wanted === undefined && field.read('1e9').wanted !== undefined)
          .map(([name]) => name),
      }
    })
    const tried = [
      ...names.map((name) => [name, 'no-such.name'] as const),
      ...numbers.map((name) => [name, '1e9'] as const),
    ]
    for (const [field, value] of tried) {
      if (['text', 'figure'].includes(field)) continue // any text; an id that may come later
      await figure.evaluate((one, state) => (one as Figure).choose(state), { [field]: value })
      await expect(complaints(figure), `${field}=${value}`).toHaveCount(1)
      await expect(complaints(figure)).toContainText(`${field} = “${value}” is not valid`)
      await expect.poll(() => textOf(figure), `${field}=${value}`).not.toContain(value)
    }
  })

/** Figures with parameters of an encoding: in order, the link, the complaints, and the parameters that stay. */
const CASES = [
  ['encoding=alibi&parameters=r1%3D5', ['parameters.r1 = “5”'], {}],
  [
    'encoding=alibi&parameters=r1%3Dnonsense%26bogus%3D7%26symmetric%3Dtrue',
    ['parameters.r1 = “nonsense”', 'parameters.bogus = “7”'],
    { symmetric: true },
  ],
  ['encoding=t5&parameters=symmetric%3Dtrue', ['parameters.symmetric = “true”'], {}],
  ['encoding=t5&parameters=table%3D5', ['parameters.table = “5”'], {}],
  ['encoding=kerple&parameters=r1%3D-1', ['parameters.r1 = “-1”'], {}],
  ['encoding=kerple&parameters=r1%3D1+x', ['parameters.r1 = “1 x”'], {}],
  ['encoding=kerple&parameters=r1%3D1%26r1%3D2', ['parameters = “r1=1&r1=2”'], { r1: 2 }],
  ['encoding=kerple&parameters=kind%3Dspiral', ['parameters.kind = “spiral”'], {}],
] as const

for (const tag of ['wf-bias', 'wf-encoding', 'wf-ledger', 'wf-surgery'])
  test(`${tag} refuses parameters that its encoding does not have`, async ({ figures, page }) => {
    const figure = await open(figures, page, tag, '')
    for (const [link, said, kept] of CASES) {
      await figure.evaluate((one, state) => (one as Figure).choose(state), link)
      await expect(complaints(figure), link).toHaveCount(said.length)
      for (const [i, sentence] of said.entries())
        await expect(complaints(figure).nth(i)).toContainText(sentence)
      await settled(figure)
      const { parameters = {} } = await figures.state(figure)
      expect(parameters, link).toEqual(kept)
    }
  })

/** What nothing reads beside what else is set: the tag with its attributes, and the names refused, each with what is wanted. */
const UNREAD: readonly (readonly [
  tag: string,
  attributes: string,
  refused: Readonly<Record<string, string>>,
])[] = [
  [
    'wf-surgery',
    'source="trained" encoding="alibi" tokens="20" causal seed="5" parameters="symmetric=true"',
    {
      tokens: 'source=random',
      causal: 'source=random',
      seed: 'source=random | operation=shuffle',
      parameters: 'source=random',
    },
  ],
  ['wf-surgery', 'source="trained" operation="shuffle" seed="5"', {}],
  ['wf-surgery', 'text="To be" layer="1"', { text: 'source=trained', layer: 'source=trained' }],
  ['wf-surgery', 'encoding="alibi" compare="alibi"', { compare: 'none | ' }],
  ['wf-bias', 'view="weights" encoding="t5" heads="4"', { heads: 'view=map | distance' }],
  [
    'wf-bias',
    'view="weights" encoding="t5" parameters="symmetric=true"',
    { parameters: 'view=map | distance' },
  ],
  [
    'wf-ledger',
    'encoding="rope" tokens="20" causal seed="5" stack="decoder"',
    { tokens: 'vectors=random', causal: 'vectors=random', seed: 'vectors=random', stack: '–' },
  ],
  [
    'wf-ledger',
    'encoding="rope" vectors="random" text="To be" layer="1"',
    { text: 'vectors=head', layer: 'vectors=head' },
  ],
  ['wf-ledger', 'encoding="tupe" text="To be" stack="cross"', { text: '–', stack: '–' }],
  ['wf-ledger', 'encoding="tupe" vectors="head"', { vectors: 'random' }],
  ['wf-ledger', 'encoding="rope" vectors="head" parameters="base=500"', { vectors: 'random' }],
  ['wf-ledger', 'encoding="rope" parameters="base=500" tokens="20" causal seed="5"', {}],
  ['wf-ledger', 'encoding="rope" text="To be" query="20"', { query: '0 … 4' }],
  ['wf-arrows', 'peak="9"', { peak: 'vectors=made' }],
  ['wf-arrows', 'vectors="made" layer="0" head="1"', { layer: 'vectors=head', head: 'vectors=head' }],
  ['wf-attention', 'stack="cross" compare="rope"', { stack: '–', compare: 'none | learned' }],
  ['wf-rotation', 'factor="8"', { factor: 'scaling=linear | ntk | ' }],
  ['wf-rotation', 'factor="8" scaling="yarn" train-length="32"', {}],
  ['wf-rotation', 'train-length="32"', {}], // a line of the chart, and of the caption
  ['wf-extrapolation', 'factor="8"', { factor: 'view=scaled | scaling=linear | ' }],
  ['wf-extrapolation', 'view="dials" factor="8"', { factor: 'view=scaled | scaling=linear | ' }],
  ['wf-extrapolation', 'view="wavelengths" scaling="yarn" factor="8"', {}],
  ['wf-encoding', 'encoding="alibi" dim="32"', { dim: '–' }],
  ['wf-encoding', 'encoding="rope" dim="32"', {}],
  ['wf-models', 'fixed model="llama" encoding="alibi"', { encoding: 'fixed=false' }],
]

for (const [tag, attributes, refused] of UNREAD)
  test(`<${tag} ${attributes}> refuses what nothing reads: ${Object.keys(refused).join(', ') || 'all is read'}`, async ({
    figures,
    page,
  }) => {
    await serveModels(page.context())
    await figures.open(`<${tag} ${attributes}></${tag}>`)
    const figure = page.locator(tag)
    await settled(figure, /^(asking|ready)$/)
    const start = figure.locator('.start')
    if (await start.isVisible()) await start.click()
    await settled(figure)
    await expect(complaints(figure)).toHaveCount(Object.keys(refused).length)
    const state = await figures.state(figure)
    for (const [name, wanted] of Object.entries(refused)) {
      const said = complaints(figure).filter({ hasText: `${name} = “` })
      await expect(said).toContainText(`allowed: ${wanted}`)
      const isMoved = ['vectors', 'query'].includes(name) // to another value than the default
      if (!isMoved) expect(state).not.toHaveProperty(name)
    }
  })

test('what the reader’s choice leaves unread waits for the way back, out of the state, without a word', async ({
  figures,
  page,
}) => {
  const figure = await open(figures, page, 'wf-ledger', '')
  await figures.more(figure)
  const box = figure.getByRole('textbox').first()
  await box.fill('To be, or not')
  await settled(figure)
  expect(await figures.state(figure)).toEqual({ text: 'To be, or not' })
  await figure.locator('#vectors').selectOption('random')
  await settled(figure)
  await expect(complaints(figure)).toHaveCount(0)
  expect(await figures.state(figure)).toEqual({ vectors: 'random' })
  await figure.locator('#vectors').selectOption('head')
  await settled(figure)
  await expect(complaints(figure)).toHaveCount(0)
  await expect(box).toHaveValue('To be, or not')
  expect(await figures.state(figure)).toEqual({ text: 'To be, or not' })
})

test('a setting that a program leaves as it was waits for what reads it, without a word', async ({
  figures,
}) => {
  await figures.open('<wf-rotation scaling="yarn"></wf-rotation>')
  const figure = await figures.ready('wf-rotation')
  const set = (changes: object) =>
    figure.evaluate((one, given) => {
      const { state } = one as Figure
      ;(one as Figure).state = { ...state, ...given }
    }, changes)
  await figure.getByRole('spinbutton', { name: 'Factor' }).fill('8')
  await figure.getByRole('spinbutton', { name: 'Factor' }).press('Tab')
  await settled(figure)
  await set({ scaling: 'default' })
  await settled(figure)
  await expect(complaints(figure)).toHaveCount(0)
  await expect.poll(() => figures.state(figure)).not.toHaveProperty('factor')
  await set({ factor: 16 })
  await expect(complaints(figure)).toContainText('factor = “16”')
  await figure.evaluate((one) => (one as Figure).choose('scaling=default&factor=8'))
  await expect(complaints(figure)).toContainText('factor = “8”')
})

const curve = (figure: Locator) =>
  figure.locator('wf-lines').evaluate((one) => {
    const { content } = one as unknown as { content: { x: number[]; lines: { values: number[] }[] } }
    return { distances: [...content.x], heads: content.lines.map(({ values }) => [...values]) }
  })

// Kerple: −r1 · ln(1 + r2 · |distance|), Chi et al. 2022; head by head
test('wf-bias draws lists that it is given: one number for all heads, or one each', async ({ figures }) => {
  const link = (r1: string) =>
    new URLSearchParams({
      one: `view=distance&encoding=kerple&length=8&heads=2&parameters=${encodeURIComponent(`r1=${r1}&r2=2&kind=log`)}`,
    })
  for (const [r1, values] of [
    ['5', [5, 5]], // heads that are alike are drawn once
    ['5 1', [5, 1]],
    ['5,1', [5, 1]],
  ] as const) {
    await figures.open('<wf-bias id="one"></wf-bias>', {}, `#${link(r1)}`)
    const figure = await figures.ready('wf-bias')
    await expect(complaints(figure)).toHaveCount(0)
    const { distances, heads } = await curve(figure)
    expect(distances).toHaveLength(8)
    for (const [head, value] of (heads.length === 1 ? values.slice(0, 1) : values).entries())
      for (const [i, distance] of distances.entries())
        expect(heads[head]?.[i]).toBeCloseTo(-value * Math.log(1 + 2 * Math.abs(distance)), 4)
    expect((await figures.state(figure)).parameters).toMatchObject({ r1: r1 === '5' ? 5 : r1, r2: 2 })
  }
})

test('a list of another length is refused by the library, and the figure says so', async ({ figures }) => {
  await figures.open('<wf-bias id="one"></wf-bias>')
  const figure = await figures.ready('wf-bias')
  await figure.evaluate((one) => (one as Figure).choose('encoding=kerple&heads=8&parameters=r1%3D1+2+3'))
  await expect(figure.locator('.trouble')).toContainText('cannot be combined')
  await expect(figure.locator('.trouble code')).toContainText('r1')
})

test('a link that is too long, or has a name twice, is told', async ({ figures }) => {
  await figures.open('<wf-bias id="one"></wf-bias>', {}, `#one=${'x'.repeat(2001)}`)
  const figure = await figures.ready('wf-bias')
  await expect(complaints(figure)).toContainText('The link contains no valid settings for this figure')
  await figure.evaluate((one) => (one as Figure).choose('length=5&length=6'))
  await expect(complaints(figure)).toContainText('length = “["5","6"]” is not valid')
  expect(await textOf(figure)).toBe('')
})

test('what the reader makes impossible elsewhere gives way without a word, and the link follows', async ({
  figures,
}) => {
  await figures.open('<wf-bias id="one" fragment></wf-bias>')
  const figure = await figures.ready('wf-bias')
  await figure.getByRole('button', { name: 'More' }).click()
  await figure.locator('#view-slopes').click()
  await settled(figure)
  await figure.locator('#encoding').selectOption('t5')
  await settled(figure)
  await expect(complaints(figure)).toHaveCount(0)
  await expect.poll(() => figures.state(figure)).toEqual({ encoding: 't5' })
  expect(await figures.link(figure)).not.toContain('slopes')
})
