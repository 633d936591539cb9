// <wf-your-model> with models that read in both directions, and with encoders and decoders: their maps are those of transformers.

import type { Locator } from '@playwright/test'
import { expectClose } from '../../support/close.js'
import { type Golden, golden as truthIn } from '../../support/golden.js'
import { Checkpoints, filesIn, lettersOf } from './checkpoints.js'
import { expect, type Figures, test } from './figures.js'
import { choose, load, open } from './your-model.js'

/** The terms add up to the score of attention, exactly or to within rounding. */
const CHECKED = /equals the score|largest difference is [\d.]+\s×\s10⁻[⁶⁷⁸⁹]/

const truthOf = (name: string) => truthIn(`models/${name}/expected.safetensors`)

async function opened(figures: Figures, checkpoints: Checkpoints, name: string): Promise<Locator> {
  const figure = await open(figures)
  await choose(figure, filesIn(await checkpoints.lettered(name)))
  await load(figure)
  return figure
}

async function view(figure: Locator, name: string, tag: string): Promise<Locator> {
  await figure.locator(`#view-${name}`).click()
  const inner = figure.locator(tag)
  await drawn(inner)
  return inner
}

async function drawn(inner: Locator): Promise<void> {
  await expect(inner.locator('.stage').first()).toHaveClass(/drawn/, { timeout: 30_000 })
  await expect(inner.locator('.stage').first()).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 })
  await expect(inner.locator('.trouble, .complaint')).toHaveCount(0)
}

async function write(inner: Locator, text: string): Promise<void> {
  await inner.locator('textarea').fill(text)
  await expect(inner.locator('wf-token-strip button')).toHaveCount(text.length)
  await drawn(inner)
}

interface MapElement extends HTMLElement {
  matrix: { data: Float32Array; rows: number; columns: number }
  causal: boolean
}

const mapOf = (inner: Locator) =>
  inner
    .locator('wf-heat-map')
    .first()
    .evaluate(({ matrix: { data, rows, columns }, causal }: MapElement) => ({
      data: [...data],
      rows,
      columns,
      causal,
    }))

/** One head of one layer of [layers, heads, queries, keys]. */
function headIn(truth: Golden<unknown>, name: string, layer: number, head: number) {
  const { data, shape } = truth.tensor(name)
  const [, heads = 0, rows = 0, columns = 0] = shape
  const at = (layer * heads + head) * rows * columns
  return { data: data.subarray(at, at + rows * columns), rows, columns }
}

const likeliest = (logits: Float32Array) => logits.indexOf(logits.reduce((a, b) => Math.max(a, b)))

test('a BERT: the maps of transformers, what it expects at a token, nothing that continues', async ({
  figures,
}) => {
  await using checkpoints = new Checkpoints()
  const truth = truthOf('bert-f32')
  const figure = await opened(figures, checkpoints, 'bert-f32')
  const attention = await view(figure, 'attention', 'wf-attention')
  await write(attention, lettersOf(truth.values('sentence.ids')))
  for (const [layer, head] of [
    [0, 0],
    [1, 2],
  ] as const) {
    await attention.getByRole('button', { name: `layer ${layer + 1}, head ${head + 1}` }).click()
    await expect
      .poll(() =>
        attention
          .locator('wf-heat-map')
          .first()
          .getAttribute('label')
          .then(() => mapOf(attention)),
      )
      .toMatchObject({ rows: 13, columns: 13, causal: false })
    await drawn(attention)
    expectClose(
      (await mapOf(attention)).data,
      headIn(truth, 'sentence.attentions', layer, head).data,
      truth.tolerance,
    )
  }
  const logits = truth.tensor('sentence.logits')
  const vocab = logits.shape[1] ?? 0
  for (const token of [0, 7]) {
    await attention.locator('wf-token-strip button').nth(token).click()
    await drawn(attention)
    const best = likeliest(logits.data.subarray(token * vocab, (token + 1) * vocab) as Float32Array)
    await expect(attention.locator('.next .name').last()).toContainText(
      `Most likely tokens at position ${token} `,
    )
    await expect(attention.locator('wf-probability-bars th').first()).toHaveText(lettersOf([best]))
  }
  await expect(attention.locator('.caption')).toContainText('The model is bidirectional')
  await expect(attention.locator('wf-continuation, details.more, #stack')).toHaveCount(0)

  const surgery = await view(figure, 'surgery', 'wf-surgery')
  await expect(surgery.locator('.verdict')).toContainText('15 of 15 outputs change')
  await surgery.locator('#operation-remove').click()
  await expect(surgery.locator('.caption')).toContainText('sees a bag of tokens')
  await figure.locator('#view-lengths').click()
  await expect(figure.locator('.reason')).toContainText('This model is bidirectional')
  await expect(figure.locator('wf-extrapolation')).toHaveCount(0)
  await figure.locator('#view-card').click()
  await expect(figure.locator('.card')).toContainText('2 layers, 3 heads of dimension 8, bidirectional')
})

test('a T5: maps of the encoder, of the decoder, and from one to the other', async ({ figures }) => {
  await using checkpoints = new Checkpoints()
  const truth = truthOf('t5-f32')
  const text = lettersOf(truth.values('sentence.ids'))
  const figure = await opened(figures, checkpoints, 't5-f32')
  const attention = await view(figure, 'attention', 'wf-attention')
  await write(attention, text)
  await expect(attention.locator('.overview button')).toHaveCount(9)
  await attention.getByRole('button', { name: 'layer 3, head 2' }).click()
  await drawn(attention)
  const encoder = await mapOf(attention)
  expect(encoder).toMatchObject({ rows: 14, columns: 14, causal: false })
  expectClose(encoder.data, headIn(truth, 'sentence.encoderAttentions', 2, 1).data, truth.tolerance)
  await expect(attention.locator('wf-probability-bars')).toHaveCount(0)

  await attention.locator('#stack').selectOption('decoder')
  await drawn(attention)
  const written = [0, ...truth.values('greedy.ids')].slice(0, 16) // as transformers writes it
  await expect(attention.locator('wf-token-strip .sign')).toHaveText([...lettersOf(written)])
  await expect(attention.locator('.overview button')).toHaveCount(6)
  expect(await mapOf(attention)).toMatchObject({ rows: 16, columns: 16, causal: true })
  await attention.locator('wf-token-strip button').nth(4).click()
  await drawn(attention)
  await expect(attention.locator('wf-probability-bars th').first()).toHaveText(lettersOf([written[5] ?? 0]))
  await expect(attention.locator('.caption')).toContainText('the model’s own output for this text')

  await attention.locator('#stack').selectOption('cross')
  await drawn(attention)
  const cross = await mapOf(attention)
  expect(cross).toMatchObject({ rows: 16, columns: 14, causal: false })
  // the first token of the decoder sees no other
  const first = headIn(truth, 'sentence.crossAttentions', 0, 0).data.subarray(0, 14)
  expectClose(cross.data.slice(0, 14), first, truth.tolerance)

  const ledger = await view(figure, 'ledger', 'wf-ledger')
  await ledger.locator('textarea').fill(text)
  for (const [stack, lines, terms] of [
    ['encoder', 14, 'content · content, bias'],
    ['decoder', 16, 'content · content, bias'],
    ['cross', 14, 'content · content.'],
  ] as const) {
    await ledger.locator('#stack').selectOption(stack)
    await drawn(ledger)
    await expect(ledger.locator('.stack button')).toHaveCount(lines)
    await expect(ledger.locator('.caption')).toContainText(`Terms: ${terms}`)
    await expect(ledger.locator('.caption')).toContainText(CHECKED)
  }
  await expect(ledger.locator('.caption')).toContainText('uses no position encoding')

  const surgery = await view(figure, 'surgery', 'wf-surgery')
  await expect(surgery.locator('.verdict')).toContainText('No output changes')
  await surgery.locator('#operation-gap').click()
  // far keys share a bucket: only the four tokens on either side of the hole have one whose bucket is another
  await expect(surgery.locator('.verdict')).toContainText('8 of 15 outputs change')
  await expect(surgery.locator('.caption')).toContainText('The encoder’s input text is moved')
  await figure.locator('#view-lengths').click()
  await expect(figure.locator('.reason')).toContainText('This model has two')
  await figure.locator('#view-card').click()
  await expect(figure.locator('.card')).toContainText('causal, after 3 bidirectional encoder layers')
})

/** One of each family that is no decoder alone, and models without a head. */
const OTHERS = [
  'albert-f32',
  'bart-f32',
  'bert-f32-bare',
  'bert-f32-relative-key-query',
  'deberta-f32',
  'deberta-v3-f32',
  'ernie-f32',
  'mt5-f32-with-head',
  'roberta-f32',
  't5-f16-encoder',
  't5-f32-without-head',
  'xlnet-f32',
]

for (const name of OTHERS)
  test(`every view and every operation works on ${name}`, async ({ figures }) => {
    await using checkpoints = new Checkpoints()
    const figure = await opened(figures, checkpoints, name)
    const attention = await view(figure, 'attention', 'wf-attention')
    await write(attention, 'abcdefghijkl')
    const stacks = await attention.locator('#stack option').count()
    for (let i = 0; i < Math.max(1, stacks); i++) {
      if (stacks) await attention.locator('#stack').selectOption({ index: i })
      await drawn(attention)
      const { data, rows, columns } = await mapOf(attention)
      expect(columns).toBe(i === 1 ? rows : 12)
      for (let row = 0; row < rows; row++)
        expect(data.slice(row * columns, (row + 1) * columns).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 4)
    }
    const ledger = await view(figure, 'ledger', 'wf-ledger')
    await ledger.locator('textarea').fill('abcdefghijkl')
    for (let i = 0; i < Math.max(1, stacks); i++) {
      if (stacks) await ledger.locator('#stack').selectOption({ index: i })
      await drawn(ledger)
      await expect(ledger.locator('.caption')).toContainText(CHECKED)
    }
    const surgery = await view(figure, 'surgery', 'wf-surgery')
    for (const operation of ['gap', 'leftPad', 'shuffle', 'reverse', 'pack', 'remove']) {
      await surgery.locator(`#operation-${operation}`).click()
      await drawn(surgery)
      await expect(surgery.locator('.verdict')).toContainText(/output|no such position/)
    }
  })
