// What a checkpoint has and a model does not use is ignored and listed in `model.ignored`.

import { describe, expect, test } from 'vitest'
import { expectRejection } from '../support/errors.js'
import { useLibrary } from '../support/library.js'
import { bytesOf, goldenModel, takeApart } from '../support/models.js'
import { wellFormed } from '../support/safetensors-file.js'

describe('models', () => {
  const library = useLibrary()

  test('fields and tensors are reported', async () => {
    using model = await library.wf.loadModel(goldenModel('llama-f32-unread').request)
    expect(model.ignored).toEqual({
      fields: [
        'is_llama_config',
        'n_special',
        'pretraining_tp',
        'rope_interleaved',
        'rope_scaling.original_max_position_embeddings',
        'rope_scaling.finetuned',
        'type_vocab_size',
        'use_mrope',
      ],
      tensors: [
        'model.layers.0.self_attn.rotary_emb.inv_freq',
        'model.layers.1.self_attn.q_proj.bias',
        'model.layers.2.input_layernorm.weight',
        'score.weight',
      ],
    })
    expect(Object.isFrozen(model.ignored) && Object.isFrozen(model.ignored.tensors)).toBe(true)
  })

  test.each(['bert-f32-relative-key', 'bert-f32-relative-key-query'])(
    '%s has a table too many',
    async (name) => {
      using model = await library.wf.loadModel(goldenModel(name).request)
      expect(model.ignored).toEqual({
        fields: ['output_past'],
        tensors: ['bert.embeddings.position_embeddings.weight'],
      })
    },
  )

  test('nothing is reported of a model of which everything is used; copies of tied weights are used', async () => {
    using model = await library.wf.loadModel(goldenModel('qwen2-f32').request)
    expect(model.ignored).toEqual({ fields: [], tensors: [] })
  })

  test('a tensor too many, and layers that the config does not count', async () => {
    const { request } = goldenModel('llama-f16-gqa')
    const parts = takeApart(bytesOf(goldenModel('llama-f16-gqa')))
    const names = Object.keys(parts)
    const extra = parts[names[0] as string] as (typeof parts)[string]
    using more = await library.wf.loadModel({ ...request, weights: wellFormed({ ...parts, extra }) })
    expect(more.ignored.tensors).toEqual(['extra'])
    const config = { ...request.config, num_hidden_layers: 1 }
    using fewer = await library.wf.loadModel({ ...request, config })
    expect([...fewer.ignored.tensors].sort()).toEqual(names.filter((name) => !isKept(name)).sort())
    function isKept(name: string): boolean {
      return !/layers\.\d/.test(name) || name.includes('layers.0.')
    }
  })

  test('a missing tensor is an error, and what is left over is named beside it', async () => {
    const { request } = goldenModel('llama-f32-unread')
    const { 'model.norm.weight': _, ...rest } = takeApart(bytesOf(goldenModel('llama-f32-unread')))
    const loading = library.wf.loadModel({ ...request, weights: wellFormed(rest) })
    await expectRejection(loading, 'ERR_VALUE', 'lacks 1 tensor', '"norm.weight"', '4 tensors with no place')
  })

  test('with an index, tensors in files that are not asked for are reported too', async () => {
    const { request } = goldenModel('llama-f32-unread')
    const parts = takeApart(bytesOf(goldenModel('llama-f32-unread')))
    const weight_map = Object.fromEntries(Object.keys(parts).map((name) => [name, 'a']))
    const index = { weight_map: { ...weight_map, 'lora.weight': 'b' } }
    using model = await library.wf.loadModel({
      ...request,
      weights: { index, file: (name) => (name === 'a' ? wellFormed(parts) : new Uint8Array()) },
    })
    expect(model.ignored.tensors).toContain('lora.weight')
    expect(model.ignored.tensors.length).toBe(5)
  })
})
