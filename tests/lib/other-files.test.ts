// Other files of a checkpoint in place of config.json and tokenizer.json are named for what they are.

import { describe, expect, test } from 'vitest'
import { Inventory } from '../../web/lib/checkpoint/inventory.js'
import { recipeOf } from '../../web/lib/families/index.js'
import { positionFromConfig } from '../../web/lib/index.js'
import { Tokenizer } from '../../web/lib/tokenizer/tokenizer.js'
import { expectRefusal } from '../support/errors.js'
import { publishedConfigs } from '../support/published-configs.js'

const without = ({ model_type: _, ...config }: Record<string, unknown>, more: object = {}) => ({
  ...config,
  ...more,
})

const SIZES = { hidden_size: 16, num_attention_heads: 2, max_position_embeddings: 32 }

describe('in place of config.json', () => {
  test.each<[string, unknown, string, string]>([
    [
      'nothing that was parsed',
      '{"model_type":"bert"}',
      'ERR_TYPE',
      'config: got "{\\"model_type\\":\\"bert\\"}"',
    ],
    ['an address', 'model/config.json', 'ERR_TYPE', 'wanted the parsed config.json'],
    ['nothing', undefined, 'ERR_TYPE', 'config: got undefined, wanted the parsed config.json'],
    ['a promise', Promise.resolve({}), 'ERR_VALUE', 'config: got an object (Promise), wanted the parsed'],
    ['a response', new Response('{}'), 'ERR_VALUE', 'config: got an object (Response), wanted the parsed'],
    ['a list', [], 'ERR_VALUE', 'config: got an array of 0, wanted the parsed'],
    ['an adapter', { peft_type: 'LORA', r: 8 }, 'ERR_VALUE', 'adapter_config.json of an adapter'],
    ['diffusers', { _class_name: 'UNet2DConditionModel' }, 'ERR_VALUE', 'a part of diffusers'],
    ['an index', { metadata: {}, weight_map: {} }, 'ERR_VALUE', 'an index of shards'],
    [
      'tokenizer_config.json',
      { tokenizer_class: 'A', model_max_length: 1 },
      'ERR_VALUE',
      'tokenizer_config.json',
    ],
    ['tokenizer.json', { version: '1.0', added_tokens: [], model: {} }, 'ERR_VALUE', 'got tokenizer.json'],
    ['generation_config.json', { _from_model_config: true }, 'ERR_VALUE', 'got generation_config.json'],
    ['Keras', { registered_name: 'keras_nlp>GemmaBackbone' }, 'ERR_VALUE', 'Keras'],
    ['params.json', { dim: 4096, n_layers: 32, n_heads: 32, norm_eps: 1e-6 }, 'ERR_VALUE', 'params.json'],
  ])('%s', (_, config, code, words) => {
    expectRefusal(() => recipeOf(config as object), code, words)
  })

  test.each([
    ['BertForMaskedLM', 'bert', SIZES],
    ['XLMRobertaForMaskedLM', 'xlm-roberta', SIZES],
    ['GPTNeoXForCausalLM', 'gpt_neox', SIZES],
    ['GPT2LMHeadModel', 'gpt2', { n_embd: 16, n_head: 2 }],
    ['Gemma3ForCausalLM', 'gemma3_text', {}],
    ['MT5ForConditionalGeneration', 'mt5', {}],
  ])('a config without model_type: architectures tell the family (%s)', (architecture, type, sizes) => {
    const of = (config: object) => recipeOf({ ...config, ...sizes, architectures: [architecture] })
    const { family, spec, rules } = of({ model_type: type })
    const guessed = of({})
    expect([guessed.family.name, guessed.spec, guessed.rules]).toEqual([family.name, spec, rules])
  })

  test.each([
    'LlamaGuardForCausalLM',
    'BertTokenizer',
    'Gemma3nForConditionalGeneration',
    'HF_ColBERT',
    'RwkvModel',
  ])('a class that is none of ours tells nothing (%s)', (architecture) => {
    const config = without(publishedConfigs.bert, { architectures: [architecture] })
    expectRefusal(() => recipeOf(config), 'ERR_VALUE', 'config.model_type: got nothing', 'one of: llama')
  })

  test('a class says nothing against a model_type', () => {
    const config = { ...publishedConfigs.bert, architectures: ['RobertaForMaskedLM'] }
    expect(recipeOf(config).family.name).toBe('bert')
  })

  // as hfl/chinese-roberta-wwm-ext and prajjwal1/bert-tiny are published
  test('nothing tells it: the families are listed', () => {
    const config = without(publishedConfigs.bert, {
      architectures: undefined,
      tokenizer_class: 'BertTokenizer',
    })
    expectRefusal(
      () => recipeOf(config),
      'ERR_VALUE',
      'config.model_type: got nothing',
      'one of: llama',
      'add it',
    )
    expect(recipeOf({ ...config, model_type: 'bert' }).family.name).toBe('bert')
    expectRefusal(() => positionFromConfig(config), 'ERR_UNSUPPORTED', 'config.model_type: got (none)')
  })
})

test.each(['HF_ColBERT', 'AntiBERTy', 'BertForSomethingElse', 'GPT2DoubleHeadsModel'])(
  'a class that AutoModel does not read: %s is the bare model, unless its code is beside the files',
  (architecture) => {
    const config = { ...publishedConfigs.bert, architectures: [architecture] }
    const { spec, ignoredFields } = recipeOf(config)
    expect(spec).toEqual(recipeOf({ ...config, architectures: ['BertModel'] }).spec)
    expect(ignoredFields).toContain('architectures')
    const own = { ...config, auto_map: { AutoModel: 'modeling_own.OwnModel' } }
    expectRefusal(() => recipeOf(own), 'ERR_UNSUPPORTED', architecture, 'auto_map', '["Model"]')
    expect(recipeOf({ ...own, architectures: ['Model'] }).spec).toEqual(spec)
  },
)

describe('quantised weights', () => {
  test.each<[string, object, string]>([
    [
      'GPTQ',
      { quantization_config: { quant_method: 'gptq', bits: 4 } },
      'config.quantization_config: got weights quantised by GPTQ',
    ],
    ['AWQ', { quantization_config: { quant_method: 'awq', bits: 4 } }, 'weights quantised by AWQ'],
    [
      'bitsandbytes',
      { quantization_config: { quant_method: 'bitsandbytes', load_in_4bit: true } },
      'weights quantised by bitsandbytes',
    ],
    [
      'MLX',
      { quantization: { group_size: 64, bits: 4 }, quantization_config: { group_size: 64, bits: 4 } },
      'config.quantization: got weights quantised by MLX',
    ],
    [
      'in a way that has no name',
      { quantization_config: { bits: 4 } },
      'config.quantization_config: got quantised weights',
    ],
  ])('%s, by their config', (_, more, words) => {
    const config = { ...publishedConfigs.llama31, ...more }
    expectRefusal(() => recipeOf(config), 'ERR_UNSUPPORTED', words, 'wanted F32, F16 or BF16', 'GGUF')
  })

  test.each([
    ['GPTQ or AWQ', 'qweight'],
    ['MLX', 'scales'],
    ['bitsandbytes', 'weight.absmax'],
  ])('%s, by the names of tensors', (by, kind) => {
    const inventory = new Inventory(recipeOf(publishedConfigs.llama31))
    const name = `model.layers.0.self_attn.q_proj.${kind}`
    inventory.add([{ name, dtype: 'I32', shape: [1], begin: 0, end: 4 }], 'weights')
    expectRefusal(
      () => inventory.requireComplete(),
      'ERR_UNSUPPORTED',
      `weights: got weights quantised by ${by}`,
    )
  })
})

test('code that comes with a config is ignored, and listed', () => {
  const config = { ...publishedConfigs.llama31, auto_map: { AutoModel: 'modeling_own.OwnModel' } }
  expect(recipeOf(config).ignoredFields).toEqual([
    ...recipeOf(publishedConfigs.llama31).ignoredFields,
    'auto_map',
  ])
})

describe('in place of tokenizer.json', () => {
  const vocab = Object.fromEntries(Array.from({ length: 300 }, (_, id) => [`t${id}`, id]))
  test.each<[string, unknown, string]>([
    ['an address', 'model/tokenizer.json', 'tokenizer: got "model/tokenizer.json", wanted the parsed'],
    ['null', null, 'tokenizer: got null, wanted the parsed tokenizer.json'],
    ['a promise', Promise.resolve({}), 'tokenizer: got an object (Promise)'],
    ['bytes', new Uint8Array(4), 'of 4 bytes, wanted the parsed tokenizer.json'],
    ['tokenizer_config.json', { tokenizer_class: 'BertTokenizer' }, 'tokenizer: got tokenizer_config.json'],
    ['config.json', { model_type: 'bert' }, 'tokenizer: got config.json'],
    ['vocab.json', vocab, 'tokenizer: got the vocabulary alone (vocab.json)'],
  ])('%s', (_, json, words) => {
    const code = typeof json === 'object' && json !== null ? 'ERR_PARSE' : 'ERR_TYPE'
    expectRefusal(() => new Tokenizer(json), code, words)
  })
})
