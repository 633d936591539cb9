import assert from 'node:assert/strict'
import { test } from 'node:test'
import { float16, ggufFile, q8Blocks } from '../../tests/bench/page/real-sizes/gguf.js'

/** Reads what is needed of a file, as the format's page describes it. */
function read(file) {
  const view = new DataView(file.buffer)
  const text = new TextDecoder()
  let at = 0
  const next = (size, get) => {
    at += size
    return view[get](at - size, true)
  }
  const u32 = () => next(4, 'getUint32')
  const u64 = () => Number(next(8, 'getBigUint64'))
  const string = () => {
    const length = u64()
    at += length
    return text.decode(file.subarray(at - length, at))
  }
  const readers = {
    4: u32,
    5: () => next(4, 'getInt32'),
    6: () => next(4, 'getFloat32'),
    7: () => next(1, 'getUint8') === 1,
    8: string,
    9: () => {
      const type = u32()
      return Array.from({ length: u64() }, () => readers[type]())
    },
  }
  const magic = text.decode(file.subarray(0, 4))
  at = 4
  const [version, tensorCount, valueCount] = [u32(), u64(), u64()]
  const values = {}
  for (let i = 0; i < valueCount; i++) {
    const key = string()
    values[key] = readers[u32()]()
  }
  const tensors = Array.from({ length: tensorCount }, () => {
    const name = string()
    const shape = Array.from({ length: u32() }, u64)
    return { name, shape, type: u32(), offset: u64() }
  })
  const data = Math.ceil(at / 32) * 32
  return { magic, version, values, tensors, data }
}

test('values and tensors of a file are read as they were written', () => {
  const bytes = (...list) => Uint8Array.from(list)
  const file = ggufFile(
    {
      name: ['string', 'Größe'],
      count: ['uint32', 7],
      below: ['int32', -3],
      scale: ['float32', 0.5],
      yes: ['bool', true],
      words: ['string', ['a', '', 'bc']],
      kinds: ['int32', [1, -2]],
    },
    [
      { name: 'first', shape: [2, 3], type: 'F16', bytes: bytes(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) },
      { name: 'second', shape: [1], type: 'F32', bytes: bytes(21, 22, 23, 24) },
    ],
  )
  const { magic, version, values, tensors, data } = read(file)
  assert.deepEqual([magic, version], ['GGUF', 3])
  assert.deepEqual(values, {
    name: 'Größe',
    count: 7,
    below: -3,
    scale: 0.5,
    yes: true,
    words: ['a', '', 'bc'],
    kinds: [1, -2],
  })
  assert.deepEqual(tensors, [
    { name: 'first', shape: [3, 2], type: 1, offset: 0 },
    { name: 'second', shape: [1], type: 0, offset: 32 },
  ])
  assert.deepEqual([...file.subarray(data, data + 3)], [1, 2, 3])
  assert.deepEqual([...file.subarray(data + 32, data + 36)], [21, 22, 23, 24])
})

test('float16 is the nearest, ties to even', () => {
  const known = [
    [0, 0],
    [1, 0x3c00],
    [-2, 0xc000],
    [65504, 0x7bff],
    [2 ** -14, 0x0400],
    [2 ** -24, 1],
    [1 + 2 ** -11, 0x3c00],
    [1 + 3 * 2 ** -11, 0x3c02],
    [2 - 2 ** -12, 0x4000],
    [1 / 3, 0x3555],
  ]
  for (const [x, code] of known) assert.equal(float16(x), code, String(x))
})

test('a block of Q8_0 is its scale and 32 rounded values', () => {
  const values = Float32Array.from({ length: 64 }, (_, i) => (i < 32 ? i - 31 : 0))
  const blocks = q8Blocks(values)
  assert.equal(blocks.length, 68)
  const view = new DataView(blocks.buffer)
  assert.equal(view.getUint16(0, true), float16(31 / 127))
  assert.deepEqual(
    [view.getInt8(2), view.getInt8(33), view.getInt8(2 + 16)],
    [-127, 0, Math.round((-15 * 127) / 31)],
  )
  assert.ok(blocks.subarray(34).every((byte) => byte === 0))
})
