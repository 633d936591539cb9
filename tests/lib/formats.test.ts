// Files of other formats are named for what they are, with what to do about it.

import { describe, expect, test } from 'vitest'
import { foreignAmong, formatOf } from '../../web/lib/checkpoint/formats.js'
import { arrayIn } from '../../web/lib/identify/array-file.js'
import { expectRefusal, expectRejection, rejectionOf } from '../support/errors.js'
import { foreignFiles, lfsPointer } from '../support/foreign-files.js'
import { float32, wellFormed } from '../support/safetensors-file.js'
import { readAll } from './support/checkpoint-reader.js'

describe('weights of another format', () => {
  test.each(foreignFiles)('%s', async (is, file) => {
    for (const chunk of [undefined, 2 ** 20, 64, 1]) {
      const { name, code, message } = await rejectionOf(readAll(file, chunk))
      expect([name, code]).toEqual(['WhereformerError', is.includes('page') ? 'ERR_LOAD' : 'ERR_PARSE'])
      expect(message).toContain(`weights: got ${is}, wanted safetensors: `)
      expect(message).not.toContain('header of')
    }
  })

  test('what to do: fetch it, unpack it, save it, or take another file', async () => {
    const adviceOn = async (is: string) => {
      const file = foreignFiles.find(([name]) => name === is)?.[1] ?? new Uint8Array(0)
      return (await rejectionOf(readAll(file))).message
    }
    expect(await adviceOn('a Git LFS pointer')).toContain('git lfs pull')
    expect(await adviceOn('an HTML or XML page')).toContain('address')
    expect(await adviceOn('the text "404"')).toContain('download it again')
    expect(await adviceOn('a PyTorch checkpoint')).toContain('save_pretrained')
    expect(await adviceOn('a GGUF file')).toContain('made from')
    expect(await adviceOn('a gzip file')).toContain('unpack')
    expect(await adviceOn('an index of shards')).toContain('{ index, file }')
  })

  test('a large header is no other format, whatever its length looks like', async () => {
    for (const length of [0x04_03_4b_50, 0x0a_8a_02_80, 0x12_07_08, 0x08_8b_1f]) {
      const start = new Uint8Array(4096).fill(0x20)
      new DataView(start.buffer).setBigUint64(0, BigInt(length), true)
      start[8] = 0x7b
      const { message } = await rejectionOf(readAll(start))
      expect(message).toContain('a header of')
    }
  })

  test('safetensors are of no other format', () => {
    expect(formatOf(wellFormed({ a: float32([1], [1]) }))).toBeUndefined()
    expect(formatOf(new Uint8Array(0))).toBeUndefined()
  })
})

describe('arrays of another format', () => {
  const isArray = (is: string) => !/NumPy array|text|index/.test(is)

  test.each(foreignFiles.filter(([is]) => isArray(is)))('%s', (is, file) => {
    expectRefusal(() => arrayIn(file, 'q'), 'ERR_PARSE', `q: got ${is}, wanted .npy, safetensors or JSON`)
  })

  test('lists that begin like a text are lists', () => {
    expect(arrayIn(new TextEncoder().encode('\n[[1, 2]]'), 'q')).toEqual({
      data: Float32Array.of(1, 2),
      shape: [1, 2],
    })
  })
})

test('names of files in other formats', () => {
  expect(
    foreignAmong([
      'config.json',
      'pytorch_model-00001-of-00002.bin',
      'model.Q4_K_M.gguf',
      'model.onnx_data',
      'tf_model.h5',
      'flax_model.msgpack',
      'model.ckpt.data-00000-of-00001',
      'model.safetensors',
    ]),
  ).toEqual([
    'pytorch_model-00001-of-00002.bin (PyTorch checkpoint)',
    'model.Q4_K_M.gguf (GGUF file)',
    'model.onnx_data (ONNX file)',
    'tf_model.h5 (HDF5 file of Keras or TensorFlow)',
    'flax_model.msgpack (MessagePack file of Flax)',
    'model.ckpt.data-00000-of-00001 (model of TensorFlow)',
  ])
})

test('a pointer in place of one shard is named with its shard', async () => {
  await expectRejection(readAll(lfsPointer), 'ERR_PARSE', 'Git LFS pointer')
})
