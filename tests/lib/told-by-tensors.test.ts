// A config.json without model_type and without a class: the tensors tell the family, or the candidates are named. Never another family.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { Checkpoint } from '../../web/lib/checkpoint/checkpoint.js'
import { recipeFor } from '../../web/lib/families/index.js'
import { onDemand } from '../../web/lib/families/on-demand.js'
import { toldByTensors } from '../../web/lib/model/told.js'
import { expectRejection } from '../support/errors.js'
import { bytesOf, goldenModel, goldenModels } from '../support/models.js'
import { loaded } from './support/loaded.js'

type Config = Record<string, unknown>

/** Nobody has published such checkpoints, and transformers has no class of them. */
const WITHOUT_CLASS = /^(?:gpt3|palm)-/

const withoutType = ({ model_type: _, architectures: __, ...rest }: Config) => rest

async function tensorsOf(weights: unknown) {
  const open = async (url: string | URL) => {
    const body = new Blob([readFileSync(new URL(url))]).stream() as ReadableStream<Uint8Array>
    return { body, from: String(url) }
  }
  const checkpoint = new Checkpoint(weights, { open, phase: 'weights' })
  const tensors = await checkpoint.tensors()
  checkpoint.close()
  return tensors ?? []
}

describe('every checkpoint of the golden data', () => {
  const outcome: Record<string, string> = {}

  test.each(goldenModels().filter((name) => !WITHOUT_CLASS.test(name)))('%s', async (name) => {
    const { config, weights } = goldenModel(name).request as { config: Config; weights: unknown }
    const bare = withoutType(config)
    const wanted = await recipeFor({ ...bare, model_type: config.model_type }, onDemand).catch(
      () => undefined,
    )
    try {
      const told = await toldByTensors(bare, await tensorsOf(weights), onDemand)
      outcome[name] = told ? String((told.config as Config).model_type) : 'none'
      if (!told) return
      const found = await recipeFor(told.config, onDemand)
      expect([found.family.name, JSON.stringify(found)]).toEqual([
        wanted?.family.name,
        JSON.stringify(wanted),
      ])
    } catch (cause) {
      if ((cause as Error).name !== 'WhereformerError') throw cause
      outcome[name] = String((cause as Error).message)
      expect(outcome[name]).toContain('config.model_type: got nothing')
      expect(outcome[name]).toMatch(new RegExp(`[ ,]${config.model_type}(?:,|$)`))
    }
  })

  test('is told in more than half', () => {
    const told = Object.values(outcome).filter((one) => one !== 'none' && !one.startsWith('config'))
    expect(told.length).toBeGreaterThan(80)
    expect(outcome['gpt2-f32']).toBe('gpt2')
    expect(outcome['llama-f16-gqa']).toContain('llama, mistral')
  })
})

test('more layers than tensors are those of no family, at once', async () => {
  const { config, weights } = goldenModel('llama-f16-gqa').request as { config: Config; weights: unknown }
  const tensors = await tensorsOf(weights)
  const start = performance.now()
  for (const num_hidden_layers of [tensors.length + 1, 512, 1024, 1e300])
    expect(
      await toldByTensors({ ...withoutType(config), num_hidden_layers }, tensors, onDemand),
    ).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(1000)
})

test('a field that JSON cannot hold is refused or ignored, as any other', async () => {
  const { config, weights } = goldenModel('llama-f16-gqa').request as { config: Config; weights: unknown }
  const tensors = await tensorsOf(weights)
  const given = { ...withoutType(config), some_length: 4096n }
  await expectRejection(toldByTensors(given, tensors, onDemand), 'ERR_VALUE', 'those of several')
  await expectRejection(
    recipeFor({ ...given, model_type: 'palm' }, onDemand),
    'ERR_UNSUPPORTED',
    'some_length = "4096n"',
  )
})

describe('loadModel()', () => {
  const gpt2 = goldenModel('gpt2-f16-bare-names')
  const bare = withoutType(gpt2.request.config as Config)

  test('loads it and says what was taken', async () => {
    const notices: string[] = []
    const onProgress = ({ notice }: { notice?: string }) => notice && notices.push(notice)
    const model = await loaded({
      config: bare,
      weights: new Blob([bytesOf(gpt2) as never]).stream(),
      onProgress,
    })
    const original = await loaded(gpt2.request)
    expect(model.forward({ inputIds: [1, 2, 3] }).logits).toEqual(
      original.forward({ inputIds: [1, 2, 3] }).logits,
    )
    expect(model.ignored.assumed).toEqual([
      'config.model_type is missing: "gpt2" was taken, whose tensors these are',
    ])
    expect(notices).toEqual(model.ignored.assumed)
    expect(original.ignored).not.toHaveProperty('assumed')
    const { 'config.json': saved } = model.save()
    expect(JSON.parse(new TextDecoder().decode(saved)).model_type).toBe('gpt2')
    model.dispose()
    original.dispose()
  })

  test('refuses what fits several, or none', async () => {
    const llama = goldenModel('llama-f16-gqa')
    const other = withoutType(llama.request.config as Config)
    const refused = (request: object, ...words: string[]) =>
      expectRejection(loaded(request as never), 'ERR_VALUE', ...words)
    await refused(
      { ...llama.request, config: other },
      'config.model_type',
      'those of several, one of: llama, mistral',
    )
    await refused({ weights: llama.request.weights, config: bare }, 'config.model_type: got nothing', 'llama')
    await refused({ weights: llama.request.weights, config: { peft_type: 'LORA' } }, 'an adapter')
    const fewer = { ...bare, n_layer: 1 }
    await refused(
      { weights: gpt2.request.weights, config: fewer },
      'config.model_type: got nothing, wanted the family',
    )
  })
})
