// The computations of <wf-shuffle>, with the trained model without a position encoding.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type BareModel, drawShuffle, ROUNDING } from '../../web/elements/figures/shuffle/shuffle-drawing.js'
import { type ShuffleState, shuffleFields } from '../../web/elements/figures/shuffle/shuffle-fields.js'
import { AS_TRAINED, charactersOf, UNMASKED } from '../../web/elements/parts/trained/trained-models.js'
import { useLibrary } from '../support/library.js'
import { trainedFolder } from '../support/models.js'

const library = useLibrary()
const folder = trainedFolder('tiny-shakespeare-small-none')
const file = (name: string) => readFileSync(new URL(name, folder))
const json = (name: string) => JSON.parse(file(name).toString())

const initial = Object.fromEntries(
  Object.entries(shuffleFields).map(([name, field]) => [name, field.initial]),
) as ShuffleState

async function draw(state: Partial<ShuffleState>) {
  const opened: BareModel[] = []
  const open = async (causal: boolean): Promise<BareModel> => {
    const weights = new Uint8Array(file('model.safetensors'))
    const files = { config: json('config.json'), tokenizer: json('tokenizer.json'), weights }
    const model = await library.wf.loadModel((causal ? AS_TRAINED : UNMASKED).files(files))
    opened.push({ name: 'small-none', model, characters: charactersOf(files.tokenizer), context: 64 })
    return opened.at(-1) as BareModel
  }
  try {
    return await drawShuffle({ ...initial, ...state }, open)
  } finally {
    for (const { model } of opened) model.dispose()
  }
}

test.each([1, 2, 77])('order %i without a mask: no output changes', async (order) => {
  for (const layer of [0, 1]) {
    const { changes, places, prepared } = await draw({ order, layer })
    expect(places.some((place, i) => place !== i)).toBe(true)
    expect(changes).toHaveLength(prepared.characters.length)
    for (const change of changes) expect(change).toBeLessThan(ROUNDING)
  }
})

test('equal characters have equal outputs without a mask, and other ones have others', async () => {
  const { prepared, different } = await draw({})
  expect(different).toBe(new Set(prepared.characters).size)
})

test('under its mask outputs change; in the order of the text none does', async () => {
  const { changes } = await draw({ causal: true })
  expect(Math.max(...changes)).toBeGreaterThan(0.1)
  const same = await draw({ causal: true, order: 0 })
  expect(same.changes.every((change) => change === 0)).toBe(true)
  expect(same.places).toEqual(same.places.map((_, i) => i))
})

test('ten equal characters have ten equal outputs under the mask, in every layer', async () => {
  for (const layer of [0, 1])
    expect((await draw({ causal: true, text: 'aaaaaaaaaa', layer })).different).toBe(1)
})

test('a text of one character, of none and of characters that the model does not know', async () => {
  expect((await draw({ text: 'a' })).places).toEqual([0])
  for (const text of ['', '你好']) {
    const { prepared } = await draw({ text })
    expect(prepared.replaced).toBe(true)
    expect(prepared.characters.join('')).toBe(initial.text)
  }
})
