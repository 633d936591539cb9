// Every option of every parameter is drawn as selected; rejected settings.

import type { Locator } from '@playwright/test'
import { SCALINGS } from '../../../web/elements/figures/rotation/rotation-fields.js'
import { type EncodingEntry, encodings } from '../../../web/lib/position/catalogue.js'
import { settled } from '../settled.js'
import { expect, type Figures, test } from './figures.js'

const idOf = (name: string) => `#parameter-${name.replace('.', '-')}`

async function unfold(figure: Locator): Promise<void> {
  await figure.locator('details.more').evaluateAll((all) => {
    for (const details of all) (details as HTMLDetailsElement).open = true
  })
}

/** The position that is drawn, as the code of the figure has it. */
async function drawnPosition(figure: Locator): Promise<Record<string, unknown>> {
  const code = await figure.locator('.code pre').last().textContent()
  const [, position = ''] = /wf\.(?:measure|bias)\((\{.*\}), \{ heads/.exec(code ?? '') ?? []
  return JSON.parse(position.replace(/new Float32Array\(.*?\)/g, '[]'))
}

const at = (position: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], position)

function optionsOf({ parameters }: EncodingEntry): { name: string; value: string | boolean }[] {
  return parameters.flatMap(({ name, kind, choices = [], default: usual }) => {
    const values = kind === 'boolean' ? [!usual] : choices.filter((choice) => choice !== usual)
    return values.map((value) => ({ name, value }))
  })
}

async function choose(figure: Locator, name: string, value: string | boolean): Promise<void> {
  const control = figure.locator(idOf(name))
  if (typeof value === 'boolean') await control.setChecked(value)
  else await control.selectOption(value)
  await settled(figure)
}

/** The boxes of the panel say what is drawn, where it is drawn with them. */
async function expectAgreement(figure: Locator, entry: EncodingEntry, said: string): Promise<void> {
  const position = await drawnPosition(figure)
  for (const { name, kind } of entry.parameters) {
    const control = figure.locator(idOf(name))
    const drawn = at(position, name)
    if (drawn === undefined || kind === 'tensor' || kind === 'numbers') continue
    const shown = await control.evaluate((input: HTMLInputElement) =>
      input.type === 'checkbox' ? input.checked : input.type === 'select-one' ? input.value : null,
    )
    if (shown !== null) expect(shown, `${said}: ${name}`).toBe(drawn)
    else {
      const box = control.locator('xpath=..').locator('input[type=number]')
      expect(Number(await box.inputValue()), `${said}: ${name}`).toBe(drawn)
    }
  }
}

async function tryEverything(
  figures: Figures,
  tag: string,
  entries: readonly EncodingEntry[],
): Promise<void> {
  await figures.open(`<${tag} length="24"></${tag}>`)
  const figure = await figures.ready(tag)
  await figures.more(figure)
  await figure.locator('.menu button').first().click()
  await figure.locator('[data-item=code]').click()
  for (const entry of entries) {
    await figure.locator('#encoding').selectOption(entry.type)
    await settled(figure)
    await unfold(figure)
    await expectAgreement(figure, entry, entry.type)
    for (const { name, value } of optionsOf(entry)) {
      const said = `${entry.type}.${name} = ${value}`
      await choose(figure, name, value).catch((error) => {
        throw new Error(`${said}: ${error}`)
      })
      await expect(figure.locator('.trouble, .complaint'), said).toHaveCount(0)
      expect(at(await drawnPosition(figure), name), said).toBe(value)
      await expectAgreement(figure, entry, said)
      await figure.evaluate((element) => Object.assign(element, { parameters: {} }))
      await settled(figure)
    }
  }
}

test('wf-encoding draws every option of every encoding, and the controls match the picture', async ({
  figures,
}) => {
  await tryEverything(figures, 'wf-encoding', encodings)
})

test('wf-bias draws every option of every bias, and the controls match the picture', async ({ figures }) => {
  await figures.open('<wf-bias></wf-bias>')
  const figure = await figures.ready('wf-bias')
  await figures.more(figure)
  const types = await figure
    .locator('#encoding option')
    .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))
  await tryEverything(
    figures,
    'wf-bias',
    encodings.filter(({ type }) => types.includes(type)),
  )
})

for (const encoding of ['rope', 'irope']) {
  test(`every scaling of ${encoding} changes the wavelengths`, async ({ figures, page }) => {
    await figures.open(`<wf-encoding encoding="${encoding}" view="waves"></wf-encoding>`)
    const figure = await figures.ready('wf-encoding')
    await unfold(figure)
    const summary = async () => (await figure.locator('wf-lines #summary').textContent()) ?? ''
    const seen = new Set([await summary()])
    const scalings = encodings
      .find(({ type }) => type === encoding)
      ?.parameters.find(({ name }) => name === 'scaling.ropeType')?.choices
    for (const scaling of scalings?.filter((name) => name !== 'default') ?? []) {
      await choose(figure, 'scaling.ropeType', scaling)
      await expect(figure.locator(idOf('scaling.ropeType'))).toHaveValue(scaling)
      const sentence = await summary()
      expect([...seen][0], scaling).not.toBe(sentence)
      seen.add(sentence)
    }
    await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
    await expect(figure.locator('.trouble, .complaint')).toHaveCount(0)
  })
}

test('a chosen value equal to the default overrides the example', async ({ figures }) => {
  await figures.open('<wf-encoding encoding="rope"></wf-encoding>')
  const figure = await figures.ready('wf-encoding')
  const plain = await figures.pixels(figure)
  await unfold(figure)
  await choose(figure, 'scaling.ropeType', 'linear')
  const factor = figure.locator(idOf('scaling.factor'))
  await expect(factor).toHaveValue('4')
  expect(await figures.pixels(figure)).not.toBe(plain)
  await factor.fill('1')
  await factor.press('Tab')
  await settled(figure)
  await expect(factor).toHaveValue('1')
  await expect.poll(() => figures.pixels(figure)).toBe(plain)
})

test('a rejected setting is reported, the old picture stays, and the next change starts from the panel', async ({
  figures,
  page,
}) => {
  await figures.open('<wf-encoding encoding="rope" dim="16"></wf-encoding>')
  const figure = await figures.ready('wf-encoding')
  const plain = await figures.pixels(figure)
  await unfold(figure)
  await choose(figure, 'scaling.ropeType', 'yarn')
  const yarn = await figures.pixels(figure)
  expect(yarn).not.toBe(plain)
  const slow = figure.locator(idOf('scaling.betaSlow'))
  await slow.fill('64') // above betaFast
  await slow.press('Tab')
  await expect(figure.locator('.trouble')).toContainText('You see the last result; change one of them.')
  await expect(figure.locator('.trouble code')).toContainText('betaSlow')
  await expect(slow).toHaveValue('64')
  expect(await figures.pixels(figure)).toBe(yarn)
  await page.evaluate(() => document.documentElement.setAttribute('lang', 'zh'))
  await expect(figure.locator('.trouble')).toContainText('请改动其中一项')
  const fast = figure.locator(idOf('scaling.betaFast'))
  await fast.fill('128')
  await fast.press('Tab')
  await settled(figure)
  await expect(figure.locator('.trouble')).toHaveCount(0)
  await expect(figure.locator(idOf('scaling.ropeType'))).toHaveValue('yarn')
  await expect(slow).toHaveValue('64')
  expect(await figures.state(figure)).toMatchObject({
    parameters: { 'scaling.ropeType': 'yarn', 'scaling.betaSlow': 64, 'scaling.betaFast': 128 },
  })
})

test('wf-rotation draws every scaling that its menu has, and says which', async ({ figures }) => {
  await figures.open('<wf-rotation position="300"></wf-rotation>')
  const figure = await figures.ready('wf-rotation')
  const menu = figure.locator('#scaling')
  expect(
    await menu.locator('option').evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value)),
  ).toEqual([...SCALINGS])
  for (const scaling of SCALINGS) {
    await menu.selectOption(scaling)
    await settled(figure)
    await expect(figure.locator('.trouble, .complaint'), scaling).toHaveCount(0)
    await expect(menu).toHaveValue(scaling)
    const name = await menu.locator('option:checked').textContent()
    const legend = figure.locator('wf-lines .legend li')
    if (scaling === 'default') await expect(legend).toHaveCount(0)
    else await expect(legend.first()).toHaveText(`with ${name}`)
  }
})

test('wf-rotation keeps the old picture when a scaling is rejected', async ({ figures }) => {
  await figures.open('<wf-rotation dim="2" scaling="linear"></wf-rotation>')
  const figure = await figures.ready('wf-rotation')
  await figure.locator('#scaling').selectOption('ntk')
  await expect(figure.locator('.trouble')).toContainText('These settings cannot be combined')
  await expect(figure.locator('wf-lines .legend li').first()).toHaveText('with linear')
  await figure.locator('#dim').locator('xpath=..').locator('input[type=number]').fill('8')
  await figure.locator('#dim').press('Tab')
  await settled(figure)
  await expect(figure.locator('.trouble')).toHaveCount(0)
  await expect(figure.locator('wf-lines .legend li').first()).toHaveText('with NTK-aware')
})
