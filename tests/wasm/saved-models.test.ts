// Saved models open in transformers (tools/golden/saved_models.py) with the logits that are computed here.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ModelFiles, Trainer, TrainerModel } from 'whereformer'
import { expectClose } from '../support/close.js'
import { wrongTypes } from '../support/field-types.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel, goldenModels, isWritten } from '../support/models.js'
import { batchOf, loaded, optimizer, recipes, STEPS } from '../support/saved-recipes.js'
import { tensorsIn } from '../support/tensors-in.js'

const library = useLibrary()
const saved = new URL('../saved/', import.meta.url)
const FILES = ['config.json', 'model.safetensors'] as const

const read = (name: string, file: string) => new Uint8Array(readFileSync(new URL(`${name}/${file}`, saved)))

function write(name: string, files: ModelFiles) {
  mkdirSync(new URL(`${name}/`, saved), { recursive: true })
  for (const file of FILES) writeFileSync(new URL(`${name}/${file}`, saved), files[file])
}

const textOf = (json: Uint8Array) => JSON.parse(new TextDecoder().decode(json))

/** Equal but for learned numbers, e.g. KERPLE's r1 and r2, which are as close as the weights have to be. */
function expectSameConfig(config: unknown, recorded: unknown) {
  const numbers: number[][] = [[], []]
  const [form, recordedForm] = [config, recorded].map((one, i) =>
    JSON.stringify(one, (_, value) => {
      if (typeof value !== 'number' || Number.isInteger(value)) return value
      return `number ${numbers[i]?.push(value)}`
    }),
  )
  expect(form).toBe(recordedForm)
  expectClose(numbers[0] ?? [], numbers[1] ?? [], { absolute: 1e-4 })
}

const LENGTH = 12
const rowsOf = (ids: ArrayLike<number>) =>
  Array.from({ length: ids.length / LENGTH }, (_, row) =>
    Array.from(ids).slice(row * LENGTH, (row + 1) * LENGTH),
  )

async function trained<T>(model: TrainerModel, use: (trainer: Trainer) => T): Promise<T> {
  const trainer = await library.wf.trainer({ model, optimizer, seed: 3 })
  try {
    for (let i = 0; i < STEPS; i++) trainer.step(batchOf(i))
    return use(trainer)
  } finally {
    trainer.dispose()
  }
}

describe.each(Object.entries(recipes))('%s', (name, model) => {
  if (process.env.RECORD_SAVED) {
    test('is written', () =>
      trained(model, (trainer) => {
        write(name, trainer.save())
      }))
  }

  test('trained anew it is saved as the recorded files are', () =>
    trained(model, (trainer) => {
      const files = trainer.save()
      expect(wrongTypes(files['config.json']).wrong).toEqual([])
      expectSameConfig(textOf(files['config.json']), textOf(read(name, 'config.json')))
      const recorded = tensorsIn(read(name, 'model.safetensors'))
      const tensors = tensorsIn(files['model.safetensors'])
      expect([...tensors.keys()]).toEqual([...recorded.keys()])
      for (const [key, values] of tensors) expectClose(values, recorded.get(key) ?? [], { absolute: 1e-4 })
    }))

  test('the recorded files give the logits of transformers', async () => {
    const data = golden('saved-models.safetensors')
    const config = textOf(read(name, 'config.json'))
    const loaded = await library.wf.loadModel({ config, weights: read(name, 'model.safetensors') })
    try {
      const { logits } = loaded.forward({ inputIds: rowsOf(data.values(`${name}.ids`)) })
      expectClose(logits.data, data.values(`${name}.logits`), data.tolerance)
      expect(loaded.ignored.tensors).toEqual([])
    } finally {
      loaded.dispose()
    }
  })
})

describe('ALiBi keyed by the key, which is what BLOOM of transformers adds', () => {
  const position = { type: 'alibi', keyed: 'key' } as const

  test('is saved as BLOOM', () =>
    trained({ ...recipes.bloom, position } as TrainerModel, (trainer) => {
      const files = trainer.save()
      expect(textOf(files['config.json'])).toEqual(textOf(read('bloom', 'config.json')))
      const recorded = tensorsIn(read('bloom', 'model.safetensors'))
      for (const [key, values] of tensorsIn(files['model.safetensors']))
        expectClose(values, recorded.get(key) ?? [], { absolute: 1e-4 })
    }))

  test('gives the logits of transformers', async () => {
    const data = golden('saved-models.safetensors')
    const config = textOf(read('bloom', 'config.json'))
    const loaded = await library.wf.loadModel({ config, weights: read('bloom', 'model.safetensors') })
    try {
      const { logits } = loaded.forward({ inputIds: rowsOf(data.values('bloom.ids')) }, { position })
      expectClose(logits.data, data.values('bloom.logits'), data.tolerance)
    } finally {
      loaded.dispose()
    }
  })

  test.each([
    { keyed: 'roundedKey' },
    { beforeScale: true },
    { beforeScale: true, keyed: 'key' },
    { symmetric: true },
    { largestExponent: 7 },
    { slopes: [0.5, 0.25] },
  ])('%o is not BLOOM', (more) =>
    trained({ ...recipes.bloom, position: { type: 'alibi', ...more } } as TrainerModel, (trainer) =>
      expect(textOf(trainer.save()['config.json']).model_type).toBe('whereformer'),
    ),
  )
})

test('layers with learned tables of their own are not GPT-2, which has one', async () => {
  const table = (value: number) => ({ data: new Float32Array(12 * 16).fill(value), shape: [12, 16] })
  const layer = (value: number) => ({ type: 'learned', table: table(value) }) as const
  const apart = { ...recipes.gpt2, position: { layers: [layer(0.5), layer(-0.5)] } } as TrainerModel
  const trainer = await library.wf.trainer({ model: apart })
  const files = trainer.save()
  trainer.dispose()
  expect(textOf(files['config.json']).model_type).toBe('whereformer')
  const values = [...tensorsIn(files['model.safetensors'])].filter(([name]) => name.startsWith('position.'))
  expect(values.map(([, [first]]) => first)).toEqual([0.5, -0.5])
})

async function savedAgain(name: string): Promise<ModelFiles> {
  const model = await library.wf.loadModel(goldenModel(name).request)
  try {
    return model.save()
  } finally {
    model.dispose()
  }
}

describe.each(loaded)('%s', (name) => {
  if (process.env.RECORD_SAVED) test('is written', async () => write(name, await savedAgain(name)))

  test('loaded and saved again it has the bytes that transformers opened', async () => {
    const files = await savedAgain(name)
    for (const file of FILES) expect(Buffer.compare(files[file], read(name, file)), file).toBe(0)
  })
})

test('every model type with a class in transformers is opened there', () => {
  const typesOf = (names: readonly string[]) =>
    new Set(names.map((name) => textOf(wholeConfig(name)).model_type as string))
  const unknown = ['palm', 'gpt3', 'new'] // to transformers
  const completed = ['big_bird', 'esm', 'led', 'longformer', 'pegasus', 'roformer'] // by a pooler, sinusoids or weights of global tokens, which transformers reports as missing
  const withoutTexts = [
    'vit',
    'deit',
    'dinov2',
    'dinov2_with_registers',
    'clip_vision_model',
    'clip_text_model',
    'clipseg_vision_model',
    'clipseg_text_model',
    'siglip_vision_model',
    'siglip_text_model',
    'wav2vec2',
    'hubert',
    'whisper',
  ]
  const multiplied = ['granite'] // as it is read, and not saved under its names
  const parts = ['gemma3', 'llava', 'llava_next', 'mistral3', 'qwen2_vl', 'qwen2_5_vl', 'qwen3_vl'] // read without their towers
  const left = [...unknown, ...completed, ...withoutTexts, ...multiplied, ...parts]
  const all = [...typesOf(goldenModels())].filter((type) => !left.includes(type))
  expect([...typesOf(loaded)].sort()).toEqual(all.sort())
})

const wholeConfig = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../golden/models/${name}/config.json`, import.meta.url)))

test.each(goldenModels().filter(isWritten))(
  '%s: config.json is saved with the types that transformers asks for',
  async (name) => {
    const { wrong, compared } = wrongTypes((await savedAgain(name))['config.json'])
    expect(wrong).toEqual([])
    if (!/^(?:palm|gpt3|new)/.test(name)) expect(compared).toBeGreaterThan(10)
  },
)
