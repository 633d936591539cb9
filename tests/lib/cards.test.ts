// Cards say what recipes do.

import { describe, expect, test } from 'vitest'
import { type CardFacts, type ModelCard, modelCards } from '../../web/lib/families/cards.js'
import { furtherCards } from '../../web/lib/families/cards-further.js'
import type { ModelSpec } from '../../web/lib/families/family.js'
import { furtherTypes } from '../../web/lib/families/further.js'
import type { Recipe } from '../../web/lib/families/index.js'
import { encodings } from '../../web/lib/position/catalogue.js'
import { publishedConfigs } from '../support/published-configs.js'
import { anyRecipe } from './support/any-recipe.js'
import { furtherConfigs } from './support/further-configs.js'

const palm = {
  model_type: 'palm',
  vocab_size: 256,
  hidden_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 4,
}
const bart = { ...publishedConfigs.bart, architectures: ['BartForConditionalGeneration'] }
const deberta = { ...publishedConfigs.deberta, architectures: ['DebertaForMaskedLM'] }
const gpt3 = {
  ...publishedConfigs.gpt2,
  model_type: 'gpt3',
  attention_types: [[['global', 'local'], 6]],
  window_size: 256,
}
const alpaca = { ...publishedConfigs.vicuna, rms_norm_eps: 1e-6, vocab_size: 32001 }

/** The config that stands behind a card. */
const configs: Readonly<Record<string, object>> = {
  ...publishedConfigs,
  ...furtherConfigs,
  palm,
  bart,
  deberta,
  gpt3,
  alpaca,
  llama: { ...publishedConfigs.vicuna, rms_norm_eps: 1e-6 },
  ernie3: publishedConfigs.ernie,
  falcon: publishedConfigs.falcon7B,
  'gpt-neox': publishedConfigs.gptNeox,
}

const ministral3 = {
  model_type: 'ministral3',
  rope_parameters: {
    ...{ rope_type: 'yarn', rope_theta: 1e6, factor: 16, original_max_position_embeddings: 16384 },
    ...{ beta_fast: 32, beta_slow: 1, mscale: 1, mscale_all_dim: 1, llama_4_scaling_beta: 0.1 },
  },
}

// A further model is what its class is without fields.
const recipeFor = ({ id }: ModelCard) =>
  anyRecipe(configs[id] ?? (id === 'ministral3' ? ministral3 : { model_type: id }))

function factsOf(recipe: Recipe): CardFacts {
  const { spec } = recipe
  const table = partsOf(recipe).find((part) => part.type === 'learned')
  return {
    stacks: spec.encoder ? 'encoder and decoder' : spec.causal ? 'decoder' : 'encoder',
    norm: spec.norm,
    place: spec.normPlace,
    epsilon: spec.normEpsilon,
    embeddingNorm: spec.embeddingNorm,
    block: spec.parallel ? `parallel, ${spec.sharedNorm ? 'one norm' : 'two norms'}` : 'sequential',
    heads: spec.kvHeads === spec.heads ? 'MHA' : spec.kvHeads === 1 ? 'MQA' : 'GQA',
    activation: spec.activation,
    gated: spec.gatedMlp,
    biases: biasesOf(spec),
    tied: spec.tieHead,
    scale: partsOf(recipe).some(({ type }) => type === 'deberta')
      ? '1/√(3d)'
      : spec.scale === 1
        ? '1'
        : '1/√d',
    ...(table ? { offset: 'offset' in table ? (table.offset ?? 0) : 0 } : {}),
  }
}

function biasesOf(spec: ModelSpec): CardFacts['biases'] {
  const has = {
    query: spec.queryBias,
    key: spec.keyBias,
    value: spec.valueBias,
    output: spec.outputBias,
    mlp: spec.mlpBias,
    norm: spec.normBias,
    head: spec.headBias,
  }
  return (Object.keys(has) as (keyof typeof has)[]).filter((name) => has[name])
}

const partsOf = ({ positions: { encoder = [], decoder } }: Recipe) =>
  [...encoder, ...decoder].flatMap((position) => [position].flat())

test('sixteen and six, each once', () => {
  expect(modelCards).toHaveLength(22)
  expect(new Set(modelCards.map(({ id }) => id)).size).toBe(22)
})

test('both groups go by year', () => {
  for (const group of [modelCards.slice(0, 16), modelCards.slice(16)]) {
    const years = group.map(({ year }) => year)
    expect(years).toEqual([...years].sort((a, b) => a - b))
  }
})

test('each further model type has a card', () => {
  expect(furtherCards.map(({ id }) => id).sort()).toEqual([...furtherTypes].sort())
})

describe.each([...modelCards, ...furtherCards].map((card) => [card.id, card] as const))('%s', (_, card) => {
  test('its facts are those of its recipe', async () => {
    const recipe = await recipeFor(card)
    expect(recipe.family.name).toBe(card.family)
    expect(card.facts).toEqual(factsOf(recipe))
  })

  test('its positions are those of its recipe, by the doors of the catalogue', async () => {
    const types = new Set(partsOf(await recipeFor(card)).map(({ type }) => type))
    expect(new Set(card.position.types)).toEqual(types)
    const doors = encodings
      .filter(({ type }) => card.position.types.includes(type))
      .flatMap(({ type, doors }) => doors.filter((door) => type !== 'deberta' || door !== 'bias')) // a term that no model uses
    expect(new Set(card.position.doors)).toEqual(new Set(doors))
  })

  test('everything is said twice, in sentences', () => {
    const words = [...card.notes, ...card.tutorials.flatMap(({ say, truth }) => [say, truth])]
    for (const { en, zh } of words) {
      expect(en).toMatch(/^[^\u4e00-\u9fff]+\.$/)
      expect(zh).toMatch(/[\u4e00-\u9fff].*。$/)
    }
    expect(card.paper.link).toMatch(/^https:\/\//)
    expect(card.source).not.toBe('')
  })
})
