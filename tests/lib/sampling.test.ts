// Sampling is that of transformers' logits processors, in their order, and draws by the seed alone.

import { describe, expect, test } from 'vitest'
import type { GenerateOptions } from 'whereformer'
import { kept, processLogits, Sampler, type Sampling } from '../../web/lib/model/sampler.js'
import { expectClose } from '../support/close.js'
import { expectRejection } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { goldenModel, type ModelFolder, trainedModels } from '../support/models.js'
import { loaded } from './support/loaded.js'

interface Case {
  /** Of generation_config.json. */
  options: Record<string, number>
  model?: string
}

const file = golden<Case>('sampling.safetensors')
const [rope] = trainedModels as [ModelFolder]
const OFF: Sampling = {
  temperature: 1,
  topK: 0,
  topP: 1,
  minP: 0,
  repetitionPenalty: 1,
  noRepeatNgram: 0,
  seed: 1,
}

const NAMES: Record<string, keyof Omit<Sampling, 'seed'>> = {
  temperature: 'temperature',
  top_k: 'topK',
  top_p: 'topP',
  min_p: 'minP',
  repetition_penalty: 'repetitionPenalty',
  no_repeat_ngram_size: 'noRepeatNgram',
}

const optionsOf = ({ options }: Case): Partial<Sampling> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [NAMES[name], value]))

function softmax(logits: Float32Array): Float32Array {
  const most = Math.max(...logits)
  const weights = logits.map((logit) => Math.exp(logit - most))
  const total = weights.reduce((a, b) => a + b)
  return weights.map((weight) => weight / total)
}

describe('probabilities', () => {
  test.each(file.cases.filter(([, { model }]) => !model))('%s', (name, one) => {
    const sampling = { ...OFF, ...optionsOf(one) }
    const logits = Float32Array.from(file.values('logits'))
    processLogits(logits, [...file.values('ids')], sampling)
    const { ids, weights } = kept(softmax(logits), sampling)
    const total = weights.reduce((a, b) => a + b)
    const got = new Float32Array(logits.length)
    for (const [i, id] of ids.entries()) got[id] = (weights[i] as number) / total
    const wanted = file.values(`${name}.probabilities`) as Float32Array
    expectClose(got, wanted, file.tolerance)
    expect(ids.length).toBe(wanted.filter((p) => p > 0).length)
  })
})

describe('greedy texts', () => {
  test.each(file.cases.filter(([, { model }]) => model))('%s', async (name, one) => {
    const { request } = goldenModel(one.model as string)
    const model = await loaded({ ...request, config: { ...request.config, eos_token_id: null } })
    const prompt = file.values(`${name}.prompt`)
    const wanted = [...file.values(`${name}.ids`)]
    const options = { maxNewTokens: wanted.length - prompt.length, ...optionsOf(one) }
    expect(await model.generate(prompt, options)).toEqual(wanted)
    model.dispose()
  })
})

describe('draws', () => {
  const weights = [0.5, 0.3, 0.15, 0.05]
  const logits = () => Float32Array.from(weights, Math.log)
  const counts = (sampling: Partial<Sampling>, draws = 4000) => {
    const sampler = new Sampler({ ...OFF, ...sampling }, softmax)
    const found = weights.map(() => 0)
    for (let i = 0; i < draws; i++) (found[sampler.next(logits(), [])] as number)++
    return found.map((count) => count / draws)
  }

  test('come as often as they are probable', () => {
    for (const [i, share] of counts({}).entries()) expect(share).toBeCloseTo(weights[i] as number, 1)
    const [first = 0, second = 0, ...others] = counts({ minP: 0.5 })
    expect([first / 0.625, second / 0.375].map((ratio) => Math.round(10 * ratio) / 10)).toEqual([1, 1])
    expect(others).toEqual([0, 0])
  })

  test('follow the seed', () => {
    expect(counts({ seed: 5 }, 50)).toEqual(counts({ seed: 5 }, 50))
    expect(counts({ seed: 5 }, 50)).not.toEqual(counts({ seed: 6 }, 50))
  })
})

describe('in a model', () => {
  const sampled: GenerateOptions = { maxNewTokens: 30, temperature: 1.5, seed: 7, noRepeatNgram: 3 }

  test('equal seeds give equal texts, and no three characters occur twice', async () => {
    const model = await loaded(rope.request)
    const text = await model.generate('ROMEO:', sampled)
    expect(await model.generate('ROMEO:', sampled)).toBe(text)
    expect(await model.generate('ROMEO:', { ...sampled, seed: 8 })).not.toBe(text)
    const triples = [...text].slice(2).map((_, i) => text.slice(i, i + 3))
    expect(new Set(triples).size).toBe(triples.length)
    expect(await model.generate('ROMEO:', { ...sampled, temperature: 2, minP: 1 })).toBe(
      await model.generate('ROMEO:', { maxNewTokens: 30, noRepeatNgram: 3 }),
    )
    model.dispose()
  })

  test('what leaves no token, and settings that mean nothing, are refused', async () => {
    const model = await loaded(rope.request)
    await expectRejection(
      model.generate('A', { noRepeatNgram: 1, maxNewTokens: 100 }),
      'ERR_VALUE',
      'options.noRepeatNgram',
    )
    for (const options of [{ minP: 1.5 }, { minP: -1 }, { noRepeatNgram: 0.5 }, { noRepeatNgram: -1 }])
      await expectRejection(model.generate('A', options), 'ERR_VALUE', `options.${Object.keys(options)[0]}`)
    model.dispose()
  })
})
