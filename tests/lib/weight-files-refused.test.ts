// GGUF and pytorch_model.bin that lie: refused with what is wrong, before memory or time is spent on it; nothing in them is run.

import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Core } from '../../web/lib/boundary/core.js'
import { loadModel } from '../../web/lib/model/load-model-on-demand.js'
import { expectRejection } from '../support/errors.js'
import { streamOf } from '../support/streams.js'
import { type GgufParts, ggufFile } from './support/gguf-file.js'
import { startCore } from './support/raw-core.js'

const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../golden/files/${name}`, import.meta.url)))
const config = JSON.parse(new TextDecoder().decode(bytesOf('llama.json')))
const noAddresses = () => Promise.reject(new Error('nothing is opened by address'))

let core: Core

beforeAll(async () => {
  ;({ core } = await startCore())
})

const alive = () => core.call((raw) => raw.liveHandles({})).count

// The next load works.
afterEach(async () => {
  expect(alive()).toBe(0)
  const model = await loadModel(core, noAddresses, { weights: bytesOf('llama.gguf') })
  model.dispose()
})

async function refused(file: Uint8Array, given: object | undefined, code: string, ...words: string[]) {
  const start = performance.now()
  for (const source of [file, new Blob([file as Uint8Array<ArrayBuffer>]), streamOf(file, 64)]) {
    const load = loadModel(core, noAddresses, { weights: source, ...(given ? { config: given } : {}) })
    await expectRejection(load, code, ...words)
  }
  expect(performance.now() - start).toBeLessThan(5000)
}

const LLAMA = [
  ['general.architecture', 'llama'],
  ['llama.block_count', 1],
  ['llama.context_length', 8],
  ['llama.embedding_length', 4],
  ['llama.feed_forward_length', 4],
  ['llama.attention.head_count', 2],
] as const

const tensor = (more: object) => ({ name: 'token_embd.weight', dims: [4, 3], type: 0, offset: 0, ...more })

describe('GGUF', () => {
  test.each<[string, GgufParts, string, string]>([
    ['of version 1', { version: 1 }, 'ERR_UNSUPPORTED', 'GGUF 1'],
    ['big-endian', { version: 0x03000000 }, 'ERR_UNSUPPORTED', 'big-endian GGUF'],
    ['with 2^63 tensors', { counts: [2n ** 63n, 0] }, 'ERR_PARSE', 'at most 100000'],
    ['with 2^63 fields', { counts: [0, 2n ** 63n] }, 'ERR_PARSE', 'at most 65536'],
    ['with more fields than it has', { counts: [0, 9] }, 'ERR_PARSE', 'ends within a header'],
    [
      'with a field twice',
      {
        metadata: [
          ['a', 1],
          ['a', 1],
        ],
      },
      'ERR_PARSE',
      'each field once',
    ],
    ['without an architecture', {}, 'ERR_PARSE', 'general.architecture: got nothing'],
    [
      'of an architecture that is not known',
      { metadata: [['general.architecture', 'mamba']] },
      'ERR_UNSUPPORTED',
      '"mamba"',
    ],
    [
      'that is an adapter',
      { metadata: [...LLAMA, ['general.type', 'adapter']] },
      'ERR_UNSUPPORTED',
      '"adapter"',
    ],
    [
      'with a field of no known effect',
      { metadata: [...LLAMA, ['llama.attention.layer_norm_rms_epsilon', 1], ['llama.logit_scale', 2]] },
      'ERR_UNSUPPORTED',
      'llama.logit_scale',
    ],
    [
      'with experts',
      { metadata: [...LLAMA, ['llama.expert_count', 8]] },
      'ERR_UNSUPPORTED',
      'llama.expert_count: got 8',
    ],
    [
      'that is one of several',
      { metadata: [...LLAMA, ['split.count', 3]] },
      'ERR_UNSUPPORTED',
      'one of 3 files',
    ],
    [
      'with an alignment of 2^40',
      { metadata: [['general.alignment', 2n ** 40n]] },
      'ERR_PARSE',
      'general.alignment',
    ],
    ['with an alignment of 0', { metadata: [['general.alignment', 0]] }, 'ERR_PARSE', 'general.alignment'],
    ['with a tensor of 9 axes', { tensors: [tensor({ dims: Array(9).fill(1) })] }, 'ERR_PARSE', '9 axes'],
    ['with an empty tensor', { tensors: [tensor({ dims: [4, 0] })] }, 'ERR_PARSE', 'axes of at least 1'],
    [
      'with a tensor of 2^120 numbers',
      { tensors: [tensor({ dims: [2n ** 60n, 2n ** 60n] })] },
      'ERR_PARSE',
      'tensor "token_embd.weight"',
    ],
    [
      'with a tensor of 2^52 numbers',
      { tensors: [tensor({ dims: [2n ** 26n, 2n ** 26n] })] },
      'ERR_PARSE',
      'fewer than 2^53',
    ],
    [
      'with a type that is not read',
      { tensors: [tensor({ type: 23 })] },
      'ERR_UNSUPPORTED',
      'the type IQ4_XS',
    ],
    [
      'with a type that does not exist',
      { tensors: [tensor({ type: 99 })] },
      'ERR_UNSUPPORTED',
      'the type number 99',
    ],
    ['with broken blocks', { tensors: [tensor({ type: 8 })] }, 'ERR_PARSE', 'a multiple of 32'],
    ['with a gap', { tensors: [tensor({ offset: 64 })], data: 200 }, 'ERR_PARSE', 'the offset 64'],
    [
      'with an overlap',
      { tensors: [tensor({}), tensor({ name: 'output.weight' })], data: 200 },
      'ERR_PARSE',
      'the offset 0',
    ],
    [
      'with an offset of 2^63',
      { tensors: [tensor({ offset: 2n ** 63n })] },
      'ERR_PARSE',
      'tensor "token_embd.weight"',
    ],
    [
      'with a tensor of no place',
      {
        metadata: [...LLAMA, ['llama.attention.layer_norm_rms_epsilon', 1]],
        tensors: [tensor({ name: 'blk.0.attn_sinks.weight' })],
        data: 48,
      },
      'ERR_UNSUPPORTED',
      'blk.0.attn_sinks.weight',
    ],
  ])('%s', async (_, parts, code, words) => {
    await refused(ggufFile(parts), undefined, code, words)
  })

  test('of Falcon with groups of keys, with and without a config', async () => {
    const metadata = LLAMA.map(([key, value]) => [
      key.replace('llama', 'falcon'),
      value === 'llama' ? 'falcon' : value,
    ])
    const grouped = [...metadata, ['falcon.attention.head_count_kv', 2]] as NonNullable<GgufParts['metadata']>
    const file = ggufFile({ metadata: grouped, tensors: [tensor({})], data: 48 })
    const words = ['falcon.attention.head_count_kv: got 2, wanted 1', 'take its safetensors']
    await refused(file, undefined, 'ERR_UNSUPPORTED', ...words)
    await refused(
      file,
      { model_type: 'falcon', hidden_size: 4, num_attention_heads: 2 },
      'ERR_UNSUPPORTED',
      ...words,
    )
  })

  test('with a text of 2^63 bytes', async () => {
    const file = ggufFile({ metadata: [['general.architecture', 'llama']] })
    new DataView(file.buffer).setBigUint64(24, 2n ** 63n, true)
    await refused(file, undefined, 'ERR_PARSE', '9223372036854776000 bytes')
  })

  test('with a list of 2^63 numbers', async () => {
    const file = ggufFile({ metadata: [['k', ['a']]] })
    new DataView(file.buffer).setBigUint64(24 + 9 + 8, 2n ** 63n, true)
    await refused(file, undefined, 'ERR_PARSE', 'at most 4194304')
  })

  test('with lists that are long together', async () => {
    const [lists, items] = [64, 70_000]
    const parts = [ggufFile({ counts: [0, lists] }).slice(0, 24)]
    for (let i = 0; i < lists; i++) {
      const field = new DataView(new ArrayBuffer(25 + items))
      field.setUint8(0, 1) // a name of one byte
      field.setUint8(8, 48 + i)
      field.setUint32(9, 9, true)
      field.setBigUint64(17, BigInt(items), true)
      parts.push(new Uint8Array(field.buffer))
    }
    const file = new Uint8Array(Buffer.concat(parts))
    await refused(file, undefined, 'ERR_PARSE', '70000 items in "k"', 'at most 64304')
  })

  test('cut anywhere', async () => {
    const whole = bytesOf('llama.gguf')
    for (let end = 9; end < whole.length; end += 431) {
      const load = loadModel(core, noAddresses, { weights: whole.slice(0, end) })
      await expectRejection(load, 'ERR_PARSE', 'weights')
    }
  })

  test('with bytes behind its end', async () => {
    const whole = bytesOf('llama.gguf')
    const longer = new Uint8Array(whole.length + 64)
    longer.set(whole)
    await refused(longer, undefined, 'ERR_PARSE', 'behind the last tensor')
  })

  test.each<[string, object, string]>([
    ['another model_type', { model_type: 'qwen2' }, 'config.model_type: got "qwen2"'],
    ['more layers', { num_hidden_layers: 3 }, 'config.num_hidden_layers: got 3'],
    ['other heads', { num_attention_heads: 4 }, 'config.num_attention_heads: got 4'],
    ['other heads of keys', { num_key_value_heads: 2 }, 'config.num_key_value_heads: got 2'],
  ])('a config that is given with %s', async (_, more, words) => {
    await refused(bytesOf('llama.gguf'), { ...config, ...more }, 'ERR_VALUE', words)
  })
})

test.each([
  ['safetensors', 'llama.safetensors'],
  ['torch.save', 'llama.bin'],
])('%s bring no config', async (_, name) => {
  await refused(bytesOf(name), undefined, 'ERR_TYPE', 'config: got nothing', 'GGUF')
})

/** The archive of torch.save with another pickle, of any length. */
function archiveWith(pickle: string, { method = 0, name = 'm/data.pkl' } = {}): Uint8Array {
  const header = new DataView(new ArrayBuffer(30))
  header.setUint32(0, 0x04034b50, true)
  header.setUint16(8, method, true)
  header.setUint32(18, pickle.length, true)
  header.setUint32(22, pickle.length, true)
  header.setUint16(26, name.length, true)
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  return new Uint8Array(Buffer.concat([new Uint8Array(header.buffer), bytes(name), bytes(pickle)]))
}

const storage = (size: string) =>
  `((X\x07\0\0\0storagectorch\nFloatStorage\nX\x01\0\0\x000X\x03\0\0\0cpu${size}tQ`
const rebuilt = (tensor: string) => `\x80\x02}X\x01\0\0\0actorch._utils\n_rebuild_tensor_v2\n${tensor}s.`

describe('torch.save', () => {
  test.each<[string, string, string, string]>([
    ['a call of the system', '\x80\x02cos\nsystem\nX\x04\0\0\0echo\x85R.', 'ERR_UNSUPPORTED', '"os.system"'],
    [
      'a name by the stack',
      '\x80\x04\x8c\x08builtins\x8c\x04eval\x93.',
      'ERR_UNSUPPORTED',
      '"builtins.eval"',
    ],
    ['an object', '\x80\x02ctorch.nn\nLinear\n)\x81.', 'ERR_UNSUPPORTED', '"torch.nn.Linear"'],
    [
      'an instruction that makes objects',
      '\x80\x02ccollections\nOrderedDict\n)\x81.',
      'ERR_PARSE',
      'the instruction',
    ],
    ['an extension', '\x80\x02\x82\x01.', 'ERR_PARSE', 'the instruction'],
    ['an instance', '\x80\x02(ios\nsystem\n.', 'ERR_PARSE', 'the instruction "i"'],
    ['a call of a text', '\x80\x02X\x01\0\0\0a)R.', 'ERR_PARSE', 'a call of what is no name'],
    ['protocol 9', '\x80\x09.', 'ERR_PARSE', 'protocol 9'],
    ['an empty stack', '\x80\x02R.', 'ERR_PARSE', 'without its values'],
    ['a list without its start', '\x80\x02t.', 'ERR_PARSE', 'without its start'],
    ['a value that was not kept', '\x80\x02h\x07.', 'ERR_PARSE', 'was not kept'],
    ['a text of 4 GB', '\x80\x02X\xff\xff\xff\xff', 'ERR_PARSE', '4294967295 bytes'],
    ['no end', `\x80\x02${'N0'.repeat(50)}`, 'ERR_PARSE', 'weights'],
    ['no tensors', '\x80\x02}.', 'ERR_PARSE', '0 tensors'],
    ['tensors deeper inside', '\x80\x02}X\x05\0\0\0model}s.', 'ERR_PARSE', 'dictionaries: "model"'],
    [
      'a tensor outside of its storage',
      rebuilt(`${storage('K\x04')}K\x03K\x02\x85K\x01\x85\x89}tR`),
      'ERR_PARSE',
      'number 4 of a storage of 4',
    ],
    [
      'a tensor with other strides than axes',
      rebuilt(`${storage('K\x04')}K\x00K\x02\x85K\x01K\x01\x86\x89}tR`),
      'ERR_PARSE',
      'in another way',
    ],
    [
      'a storage of a negative size',
      rebuilt(`${storage('J\xff\xff\xff\xff')}K\x00K\x02\x85K\x01\x85\x89}tR`),
      'ERR_PARSE',
      'in another way',
    ],
  ])('%s', async (_, pickle, code, words) => {
    await refused(archiveWith(pickle), config, code, words)
  })

  test('a pickle that refers to itself ten thousand times', async () => {
    const deep = `\x80\x02]${Array.from({ length: 60 }, () => '2'.replace('2', 'q\0h\0h\0\x86')).join('')}.`
    await refused(archiveWith(deep), config, 'ERR_PARSE', 'weights')
  })

  test.each(['}', '}\x94', ']', '(', '}K\x01K\x02s'])('millions of %j', async (one) => {
    const pickle = `\x80\x02${one.repeat(2_200_000)}`
    const before = process.memoryUsage().rss
    const load = loadModel(core, noAddresses, { weights: archiveWith(pickle), config })
    await expectRejection(load, 'ERR_PARSE', 'more than 2097152 instructions')
    expect(process.memoryUsage().rss - before).toBeLessThan(500e6)
  })

  test.each(['m/data/0', 'm/code/__torch__.py', 'm/constants.pkl'])(
    'a program of TorchScript, which begins with %s',
    async (name) => {
      for (const content of ['abcd', 'PK\x03\x04 data.pkl'])
        await refused(
          archiveWith(content, { name }),
          config,
          'ERR_PARSE',
          'weights: got a program of TorchScript, wanted safetensors',
          'save_pretrained',
        )
    },
  )

  test('a compressed entry', async () => {
    await refused(archiveWith('\x80\x02}.', { method: 8 }), config, 'ERR_PARSE', 'compressed entry')
  })

  const changed = (name: string, find: Uint8Array, by: Uint8Array, which = 0) => {
    const file = Buffer.from(bytesOf(name))
    let at = which < 0 ? file.lastIndexOf(find) : file.indexOf(find)
    for (let i = 0; i < which; i++) at = file.indexOf(find, at + 1)
    file.set(by, at)
    return new Uint8Array(file)
  }
  const text = (value: string) => new TextEncoder().encode(value)

  test.each<[string, Uint8Array, string]>([
    [
      'an entry twice',
      changed('llama.bin', text('data/1FB'), text('data/0FB')),
      'storages of tensors, each once',
    ],
    ['an entry of another name', changed('llama.bin', text('data/1FB'), text('dota/1FB')), 'weights'],
    [
      'sizes that are not its own',
      changed('llama.bin', Uint8Array.of(0x50, 0x4b, 7, 8), Uint8Array.of(0x50, 0x4b, 7, 9), 5),
      'weights',
    ],
    ['the byte order of other machines', changed('llama.bin', text('little'), text('bigbig')), 'byte order'],
    [
      'a directory with another name',
      changed('llama.bin', text('data/1'), text('data/x'), -1),
      'in its directory',
    ],
  ])('%s', async (_, file, words) => {
    await refused(file, config, words === 'byte order' ? 'ERR_UNSUPPORTED' : 'ERR_PARSE', words)
  })

  test.each(['llama.bin', 'llama-before-zip.bin', 'llama-views.bin'])('%s, cut anywhere', async (name) => {
    const whole = bytesOf(name)
    for (let end = 64; end < whole.length; end += 509) {
      const load = loadModel(core, noAddresses, { config, weights: whole.slice(0, end) })
      await expectRejection(load, 'ERR_PARSE', 'weights')
    }
  })
})

// those of tokenizer/files import nothing that runs from elsewhere, either: tokenizer-files.test.ts
const BESIDE = / from '(?:\.\/[\w.-]+|\.\.\/cursor\.js|\.\.\/\.\.\/tokenizer\/files\/[\w.-]+)'$/

test.each(['gguf', 'torch'])('the chunk of %s imports types, and modules beside it', (name) => {
  const folder = new URL(`../../web/lib/checkpoint/${name}/`, import.meta.url)
  for (const file of readdirSync(folder)) {
    const imports = readFileSync(new URL(file, folder), 'utf8').match(/^import [^;]*? from '[^']+'/gm) ?? []
    const running = imports.filter((line) => !line.startsWith('import type '))
    expect(running.filter((line) => !BESIDE.test(line))).toEqual([])
  }
})
