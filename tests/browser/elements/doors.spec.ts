// <wf-doors>: active doors, pointer and keyboard, both languages, exports.

import type { Locator } from '@playwright/test'
import { encodings } from '../../../web/lib/position/catalogue.generated.js'
import { expect, type Figures, test } from './figures.js'

const TAG = 'wf-doors'
const NAMES = ['embed', 'rotate', 'bias', 'content', 'value', 'mask']

/** With the menu of all encodings. */
async function opened(figures: Figures, attributes = ''): Promise<Locator> {
  await figures.open(`<${TAG} ${attributes}></${TAG}>`)
  const figure = await figures.ready(TAG)
  await figure.getByRole('button', { name: 'More' }).click()
  return figure
}

const litDoors = async (figures: Figures): Promise<string[]> => {
  const labels = await figures.page
    .locator(`${TAG} .door`)
    .evaluateAll((doors) =>
      doors.map(
        (door) => [door.getAttribute('data-door') ?? '', door.getAttribute('aria-label') ?? ''] as const,
      ),
    )
  return labels.filter(([, label]) => label.endsWith(', lit')).map(([door]) => door)
}

test('every encoding activates its own doors and no others', async ({ figures }) => {
  const figure = await opened(figures)
  for (const { type, doors, title } of encodings) {
    await figure.locator('#encoding').selectOption(type)
    await expect(figure.locator('svg[role=group]')).toHaveAttribute(
      'aria-label',
      new RegExp(`lit: the doors of ${escaped(title)}$`),
    )
    const optional = type === 'deberta' ? ['bias'] : []
    const lit = NAMES.filter((name) => doors.includes(name) && !optional.includes(name))
    expect(await litDoors(figures), type).toEqual(lit)
    if (optional.length)
      await expect(figure.locator('.what')).toContainText(
        'another term, which would enter through door 3 (Bias)',
      )
  }
})

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('a door is explained on focus, press and hover', async ({ figures, page }) => {
  await figures.open('<wf-doors encoding="shaw"></wf-doors>')
  const figure = await figures.ready(TAG)
  await expect(figure.locator('.what')).toContainText('enters through door 4 (Content) and door 5 (Value)')
  await expect(figure.locator('.what .name')).toHaveText('Door 4, Content')
  for (const name of ['Skip this figure', /^Door 4, Content/]) {
    await page.keyboard.press('Tab')
    await expect(figure.getByRole('button', { name })).toBeFocused()
  }
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp')
  await expect(figure.getByRole('button', { name: /^Door 1, Embed/ })).toBeFocused()
  await expect(figure.locator('.what')).toContainText('x + p')
  for (const door of ['rotate', 'bias', 'content', 'value', 'mask']) {
    await page.keyboard.press('ArrowDown')
    await expect(figure.locator('.door:focus')).toHaveAttribute('data-door', door)
  }
  await page.keyboard.press('ArrowUp')
  await expect(figure.locator('.what .name')).toHaveText('Door 5, Value')
  await figure.locator('[data-door=bias] .area').click()
  await expect(figure.locator('.what .name')).toHaveText('Door 3, Bias')
  expect(await figures.state(figure)).toEqual({ encoding: 'shaw', door: 'bias' })
})

test('effects outside the doors are listed beside them', async ({ figures }) => {
  const figure = await opened(figures, 'encoding="none"')
  await expect(figure.locator('.what')).toContainText('position enters through none of the doors')
  await figure.locator('#encoding').selectOption('rerope')
  await expect(figure.locator('.what')).toContainText('changes the position ids themselves')
  await figure.locator('#encoding').selectOption('softcap')
  await expect(figure.locator('.what')).toContainText('changes the scores themselves')
})

test('the state survives a round trip; invalid input is replaced by the default, with a message', async ({
  figures,
  page,
}) => {
  const figure = await opened(figures, 'id="one" fragment')
  await figure.locator('#encoding').selectOption('deberta')
  await figure.locator('[data-door=mask] .area').click()
  await expect(page).toHaveURL(/#one=.*door%3Dmask/)
  const hash = await figures.link(figure)
  const state = await figures.state(figure)
  await figures.open('<wf-doors id="one"></wf-doors>', {}, hash)
  expect(await figures.state(await figures.ready(TAG))).toEqual(state)

  await figures.open('<wf-doors encoding="<img src=x onerror=alert(1)>" door="cellar"></wf-doors>')
  const hostile = await figures.ready(TAG)
  await expect(hostile.locator('.complaint')).toHaveCount(2)
  expect(await figures.state(hostile)).toEqual({})
  await figures.open('<wf-doors encoding="nonsense"></wf-doors>')
  const unknown = await figures.ready(TAG)
  await expect(unknown.locator('.complaint')).toContainText('nonsense')
  expect(await litDoors(figures)).toEqual(['rotate'])
})

test('it can be saved as SVG and CSV', async ({ figures }) => {
  await figures.open('<wf-doors encoding="t5"></wf-doors>')
  const figure = await figures.ready(TAG)
  const { text: svg } = await figures.save(figure, 'svg')
  expect(svg).toContain('>softmax</text>')
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? '').split(' ').map(Number)
  const places = [...svg.matchAll(/[ "]M(-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)])
  expect(places.length).toBeGreaterThan(30)
  expect(places.every(([x = -1, y = -1]) => x > 0 && y > 0 && x < (width ?? 0) && y < (height ?? 0))).toBe(
    true,
  )
  const { text: csv } = await figures.save(figure, 'csv')
  expect(csv.split('\n')[0]).toBe('door,name,lit,encodings')
  expect(csv).toMatch(/^3,Bias,1,.*\bt5\b/m)
  expect(csv).toMatch(/^1,Embed,0,sinusoidal/m)
})

test('at 320 px targets and text are large enough', async ({ figures, page }) => {
  await page.setViewportSize({ width: 320, height: 900 })
  await figures.open('<wf-doors encoding="deberta"></wf-doors>')
  const figure = await figures.ready(TAG)
  const areas = await figure
    .locator('.area')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
  expect(Math.min(...areas.map(({ height }) => height))).toBeGreaterThanOrEqual(24)
  const letters = await figure
    .locator('svg text')
    .first()
    .evaluate((text) => text.getBoundingClientRect().height)
  expect(letters).toBeGreaterThan(13) // a line of text of 12 px or more
})

test('four encodings are one press away', async ({ figures }) => {
  await figures.open('<wf-doors></wf-doors>')
  const figure = await figures.ready(TAG)
  for (const [name, lit] of [
    ['Sinusoidal', ['embed']],
    ['RoPE', ['rotate']],
    ['ALiBi', ['bias']],
    ['Shaw', ['content', 'value']],
  ] as const) {
    await figure.getByRole('button', { name, exact: true }).click()
    await expect.poll(() => litDoors(figures)).toEqual(lit)
  }
})
