// Families that come in chunks: facts of what is published, and what is refused by name.

import { describe, expect, test } from 'vitest'
import { atHand } from '../../web/lib/families/at-hand.js'
import { recipeFor } from '../../web/lib/families/index.js'
import { fileUrl, readJson } from '../support/golden.js'

type Config = Record<string, unknown>

const configOf = (name: string, more: Config = {}): Config => ({
  ...readJson<Config>('config.json', fileUrl(`models/${name}/`)),
  ...more,
})
const recipe = (name: string, more: Config = {}) => recipeFor(configOf(name, more), atHand)
const spec = async (name: string, more: Config = {}) => (await recipe(name, more)).spec

describe('facts', () => {
  test('MPNet has two positions and scaled scores', async () => {
    const { spec, positions, positionIds } = await recipe('mpnet-f32')
    expect(positions.decoder[0]).toMatchObject([
      { type: 'learned', offset: 2 },
      { type: 't5', maxDistance: 128 },
    ])
    expect(spec.scale).toBeCloseTo(8 ** -0.5)
    expect(positionIds?.(Int32Array.of(5, 1, 7))).toEqual(Float32Array.of(0, -1, 1))
  })

  test('ELECTRA: the discriminator has no head here, its embeddings are narrow', async () => {
    expect(await spec('electra-f32', { architectures: ['ElectraForPreTraining'] })).toMatchObject({
      head: 'none',
      embeddingSize: 11,
      embeddingProjection: true,
    })
    expect(await spec('electra-f32', { embedding_size: 16 })).toMatchObject({ embeddingProjection: false })
  })

  test('norms stand before the sublayers in Megatron-BERT, XLM-RoBERTa-XL and ESM', async () => {
    for (const name of ['megatron-bert-f32', 'xlm-roberta-xl-f32', 'esm-f32']) {
      expect(await spec(name), name).toMatchObject({
        normPlace: 'pre',
        finalNorm: true,
        embeddingNorm: false,
      })
    }
    expect(await spec('esm-f32-absolute')).toMatchObject({ embeddingNorm: true, embeddingScale: 1 })
  })

  test('M2M-100 counts behind its padding in both stacks', async () => {
    const { positions, positionIds, spec } = await recipe('m2m-100-f16')
    const sinusoid = { type: 'sinusoidal', layout: 'concatenated', spacing: 'endpoint', padding: 1 }
    expect([positions.encoder?.[0], positions.decoder[0]]).toEqual([sinusoid, sinusoid])
    expect(positionIds?.(Int32Array.of(1, 7, 1, 9))).toEqual(Float32Array.of(1, 2, 1, 3))
    expect(spec.headBias).toBe(false)
  })

  test('UMT5 has a table in every layer', async () => {
    const { positions } = await recipe('umt5-f16')
    expect(positions.decoder[1]).toMatchObject({
      table: { tensor: 'decoder.block.1.layer.0.SelfAttention.relative_attention_bias.weight' },
      bidirectional: false,
    })
  })
})

describe('refused', () => {
  test.each([
    ['BigBird with sparse attention', 'big-bird-f32', { attention_type: 'block_sparse' }, 'attention_type'],
    [
      'Nomic BERT with another base in the first spelling',
      'nomic-bert-f32',
      { rotary_emb_base: 10000 },
      '1000',
    ],
    ['Nomic BERT with norms before', 'nomic-bert-f32', { prenorm: true }, 'prenorm'],
    ['a folding ESM', 'esm-f32', { is_folding_model: true }, 'is_folding_model'],
    ['Marian with two vocabularies', 'marian-f16', { decoder_vocab_size: 30 }, 'like vocab_size'],
    ['Marian’s decoder alone', 'marian-f16', { is_decoder: true }, 'an encoder and a decoder'],
    ['MPNet with an activation that its head has not', 'mpnet-f32', { hidden_act: 'relu' }, 'gelu'],
    [
      'FlauBERT with norms before, which transformers does not run',
      'flaubert-f32',
      { pre_norm: true },
      'pre_norm',
    ],
    [
      'ModernBERT with another activation before its head',
      'modernbert-f32',
      { classifier_activation: 'relu' },
      'hidden_activation',
    ],
    ['OLMo with clipped queries', 'olmo-f32', { clip_qkv: 8 }, 'clip_qkv'],
    [
      'EXAONE without a window and without kinds of layers',
      'exaone4-f32',
      { sliding_window: null, layer_types: null },
      'layer_types',
    ],
    ['XLM with an adaptive softmax', 'xlm-f32', { asm: true }, 'asm'],
  ])('%s', async (_, name, change, said) => {
    await expect(recipe(name, change)).rejects.toThrow(said)
  })

  test('a masked token of ESM, whose share would scale all embeddings', async () => {
    const { positionIds } = await recipe('esm-f32')
    expect(positionIds?.(Int32Array.of(3, 4))).toHaveLength(0)
    expect(() => positionIds?.(Int32Array.of(3, 21))).toThrow('the mask (21) at 1')
  })

  test('padding of XLM without a mask', async () => {
    const { positionIds } = await recipe('xlm-f32')
    expect(positionIds?.(Int32Array.of(3, 2), [1, 0])).toHaveLength(0)
    expect(() => positionIds?.(Int32Array.of(3, 2))).toThrow('token 1 is padding')
  })
})
