import { describe, expect, test } from 'vitest'
import { expectRejection } from '../support/errors.js'
import { Random } from '../support/random.js'
import { fileOf, float32, type TensorData, wellFormed } from '../support/safetensors-file.js'
import { readAll } from './support/checkpoint-reader.js'

// in memory, in one chunk, in chunks that end anywhere
const CHUNKS = [undefined, 2 ** 30, 7, 64]

async function readName(file: Uint8Array, name: string, chunk?: number) {
  return (await readAll(file, chunk)).tensors.get(name)
}

describe('well-formed files', () => {
  test.each(CHUNKS)(
    'a float32 tensor comes back as it is, at any alignment (chunks of %s)',
    async (chunk) => {
      for (const pad of ['', ' ', '  ', '   ']) {
        const file = fileOf(
          `{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,12]}}${pad}`,
          bytesOf([1.5, -2, 3e-40]),
        )
        expect(await readName(file, 'a', chunk)).toEqual({
          data: Float32Array.of(1.5, -2, 3e-40),
          shape: [3],
        })
      }
    },
  )

  test.each(CHUNKS)('float16 and bfloat16 are widened (chunks of %s)', async (chunk) => {
    const half = (dtype: string, bits: number[]): TensorData => ({
      dtype,
      shape: [bits.length],
      bytes: new Uint8Array(Uint16Array.from(bits).buffer),
    })
    const file = wellFormed({ h: half('F16', [0x3c00, 0xc000]), b: half('BF16', [0x3f80, 0xc000]) })
    const { tensors } = await readAll(file, chunk)
    expect(tensors.get('h')?.data).toEqual(Float32Array.of(1, -2))
    expect(tensors.get('b')?.data).toEqual(Float32Array.of(1, -2))
  })

  test.each(CHUNKS)('a tensor of several pieces (chunks of %s)', async (chunk) => {
    const random = new Random(4)
    const { data, shape } = random.tensor(chunk === 7 ? 300 : 900, 700)
    const file = wellFormed({
      small: float32([1], [5]),
      large: float32(shape, data),
      last: float32([1], [6]),
    })
    const { tensors } = await readAll(file, chunk)
    expect(tensors.get('large')?.data.findIndex((x, i) => x !== data[i])).toBe(-1)
    expect(tensors.get('large')?.shape).toEqual(shape)
    expect(tensors.get('last')?.data[0]).toBe(6)
  })

  test.each(CHUNKS)(
    'empty tensors, scalars, no tensors at all and metadata are legal (chunks of %s)',
    async (chunk) => {
      const header =
        '{"__metadata__":{"format":"pt"},"empty":{"dtype":"F32","shape":[0,4],"data_offsets":[0,0]},"scalar":{"dtype":"F32","shape":[],"data_offsets":[0,4]}}'
      const { tensors } = await readAll(fileOf(header, 4), chunk)
      expect(tensors.get('empty')).toEqual({ data: new Float32Array(0), shape: [0, 4] })
      expect(tensors.get('scalar')).toEqual({ data: Float32Array.of(0), shape: [] })
      expect((await readAll(fileOf('{}'), chunk)).entries).toEqual([])
    },
  )

  test('names that are traps elsewhere are names', async () => {
    const traps = ['__proto__', 'constructor', 'hasOwnProperty', '', 'ünïcödé 层', 'a"b\\c']
    const entries = traps.map(
      (name, i) =>
        `${JSON.stringify(name)}:{"dtype":"F32","shape":[1],"data_offsets":[${4 * i},${4 * i + 4}]}`,
    )
    const { tensors } = await readAll(fileOf(`{${entries.join(',')}}`, bytesOf(traps.map((_, i) => i))))
    expect([...tensors.keys()]).toEqual(traps)
    traps.forEach((name, i) => {
      expect(tensors.get(name)?.data[0]).toBe(i)
    })
    expect(({} as Record<string, unknown>).dtype).toBeUndefined()
  })

  test('the order of the header does not matter, the order of the data does', async () => {
    const b = '"b":{"dtype":"F32","shape":[1],"data_offsets":[4,8]}'
    const a = '"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}'
    const { entries, tensors } = await readAll(fileOf(`{${b},${a}}`, bytesOf([1, 2])))
    expect(entries.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(tensors.get('b')?.data[0]).toBe(2)
  })

  test('a tensor of a dtype that is not supported is passed over', async () => {
    const ids = { dtype: 'I64', shape: [2], bytes: new Uint8Array(16) }
    for (const chunk of CHUNKS) {
      const { entries, tensors } = await readAll(wellFormed({ ids, a: float32([1], [3]) }), chunk)
      expect(entries.length).toBe(2)
      expect(tensors.get('a')?.data[0]).toBe(3)
    }
  })

  test('a header of many tensors is read', async () => {
    const count = 50_000
    const entries = Array.from(
      { length: count },
      (_, i) => `"t${i}":{"dtype":"U8","shape":[1],"data_offsets":[${i},${i + 1}]}`,
    )
    expect((await readAll(fileOf(`{${entries.join(',')}}`, count))).entries.length).toBe(count)
  })
})

function bytesOf(values: number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer)
}

const one = '"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}'
const tensor = (fields: string) => `{"a":{${fields}}}`
const mebibyte = 2 ** 20

// name, file, words of the message
const malformed: [name: string, file: () => Uint8Array, ...words: string[]][] = [
  ['nothing', () => new Uint8Array(0), '0 bytes'],
  ['seven bytes', () => new Uint8Array(7), '7 bytes'],
  ['a length of zero', () => fileOf(''), '{'],
  ['a length past the end', () => fileOf('{}', 0, 3n), 'complete file'],
  ['a length of 2^63', () => fileOf('{}', 0, 2n ** 63n), '9223372036854775808'],
  ['a length of 2^64 − 1', () => fileOf('{}', 0, 2n ** 64n - 1n), 'at most'],
  ['a length of 2^53 + 1', () => fileOf('{}', 0, 2n ** 53n + 1n), 'at most'],
  ['a length of 2^32 + 2', () => fileOf('{}', 0, 2n ** 32n + 2n), 'at most'],
  ['a header above 25 MiB', () => fileOf(`{}${' '.repeat(25 * mebibyte)}`), '26214402'],
  ['a header cut short', () => fileOf(`{${one}}`, 4).subarray(0, 30), 'complete file'],
  ['a pickle', () => Uint8Array.of(0x80, 2, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20), 'pickle'],
  ['a leading space', () => fileOf(` {${one}}`, 4), 'starts with {'],
  ['a byte order mark', () => fileOf(`\ufeff{${one}}`, 4), 'starts with {'],
  ['a list', () => fileOf('[]'), 'starts with {'],
  ['bytes that are not UTF-8', () => fileOf(Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x7d)), 'UTF-8'],
  ['an overlong UTF-8 form', () => fileOf(Uint8Array.of(0x7b, 0x22, 0xc0, 0x80, 0x22, 0x7d)), 'UTF-8'],
  ['an unclosed object', () => fileOf(`{${one}`, 4), 'JSON'],
  ['an unclosed string', () => fileOf('{"a', 0), 'JSON'],
  ['a trailing comma', () => fileOf(`{${one},}`, 4), 'JSON'],
  ['a second object', () => fileOf(`{${one}}{}`, 4), 'JSON'],
  ['a comment', () => fileOf(`{${one}}//`, 4), '"//"'],
  ['single quotes', () => fileOf("{'a':{}}"), "'a'"],
  ['a bad escape', () => fileOf('{"\\x":{}}'), 'JSON'],
  ['a NUL in a string', () => fileOf('{"a\u0000":{}}'), 'JSON'],
  ['NaN', () => fileOf(tensor('"dtype":"F32","shape":[NaN],"data_offsets":[0,4]'), 4), '"NaN"'],
  ['a name twice', () => fileOf(`{${one},${one}}`, 4), 'twice', '"a"'],
  ['a name twice, once escaped', () => fileOf(`{${one},${one.replace('"a"', '"\\u0061"')}}`, 4), 'twice'],
  [
    'an inner key twice',
    () => fileOf(tensor('"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]'), 4),
    'twice',
  ],
  [
    '__proto__ twice',
    () => fileOf(`{${one.replace('a', '__proto__')},${one.replace('a', '__proto__')}}`, 4),
    'twice',
  ],
  ['metadata twice', () => fileOf('{"__metadata__":{},"__metadata__":{}}'), 'twice'],
  ['metadata with a number', () => fileOf('{"__metadata__":{"a":1}}'), '__metadata__'],
  ['metadata with a list', () => fileOf('{"__metadata__":{"a":["b"]}}'), '__metadata__'],
  ['metadata that is a string', () => fileOf('{"__metadata__":"a"}'), '__metadata__'],
  ['metadata that is a list', () => fileOf('{"__metadata__":[]}{'), 'JSON'],
  ['JSON nested five deep', () => fileOf('{"a":{"b":[[[]]]}}'), 'nested'],
  ['JSON nested a million deep', () => fileOf(`{"a":${'['.repeat(1e6)}`), 'nested'],
  ['a tensor that is a number', () => fileOf('{"a":1}'), '"a"'],
  ['a tensor that is a list', () => fileOf('{"a":[]}'), '"a"'],
  ['a tensor that is a string', () => fileOf('{"a":"F32"}'), '"a"'],
  ['an empty tensor description', () => fileOf('{"a":{}}'), '(none)'],
  ['no dtype', () => fileOf(tensor('"shape":[1],"data_offsets":[0,4]'), 4), 'dtype'],
  ['no shape', () => fileOf(tensor('"dtype":"F32","data_offsets":[0,4]'), 4), 'shape'],
  ['no offsets', () => fileOf(tensor('"dtype":"F32","shape":[1]'), 4), 'data_offsets'],
  ['a key too many', () => fileOf(tensor('"dtype":"F32","shape":[1],"data_offsets":[0,4],"x":"y"'), 4), 'x'],
  ['an unknown dtype', () => fileOf(tensor('"dtype":"F31","shape":[1],"data_offsets":[0,4]'), 4), '"F31"'],
  [
    'a dtype in lower case',
    () => fileOf(tensor('"dtype":"f32","shape":[1],"data_offsets":[0,4]'), 4),
    '"f32"',
  ],
  [
    'a dtype that is a method',
    () => fileOf(tensor('"dtype":"constructor","shape":[1],"data_offsets":[0,4]'), 4),
    'constructor',
  ],
  ['a dtype in a list', () => fileOf(tensor('"dtype":["F32"],"shape":[1],"data_offsets":[0,4]'), 4), 'dtype'],
  ['a dtype of 32', () => fileOf(tensor('"dtype":32,"shape":[1],"data_offsets":[0,4]'), 4), 'dtype'],
  ['a negative axis', () => fileOf(tensor('"dtype":"F32","shape":[-1],"data_offsets":[0,4]'), 4), '"-1"'],
  ['minus zero', () => fileOf(tensor('"dtype":"F32","shape":[-0],"data_offsets":[0,0]')), '"-0"'],
  ['a float axis', () => fileOf(tensor('"dtype":"F32","shape":[1.0],"data_offsets":[0,4]'), 4), '"1.0"'],
  ['an exponent', () => fileOf(tensor('"dtype":"F32","shape":[1e0],"data_offsets":[0,4]'), 4), '"1e0"'],
  ['a leading zero', () => fileOf(tensor('"dtype":"F32","shape":[01],"data_offsets":[0,4]'), 4), '"01"'],
  [
    'an axis that is text',
    () => fileOf(tensor('"dtype":"F32","shape":["1"],"data_offsets":[0,4]'), 4),
    'shape',
  ],
  [
    'an axis that is true',
    () => fileOf(tensor('"dtype":"F32","shape":[true],"data_offsets":[0,4]'), 4),
    '"true"',
  ],
  [
    'a shape that is a number',
    () => fileOf(tensor('"dtype":"F32","shape":1,"data_offsets":[0,4]'), 4),
    'shape',
  ],
  [
    'a shape that is null',
    () => fileOf(tensor('"dtype":"F32","shape":null,"data_offsets":[0,4]'), 4),
    'null',
  ],
  [
    'nine axes',
    () => fileOf(tensor('"dtype":"F32","shape":[1,1,1,1,1,1,1,1,1],"data_offsets":[0,4]'), 4),
    '9 axes',
  ],
  [
    'an axis of 2^53',
    () => fileOf(tensor('"dtype":"U8","shape":[9007199254740992],"data_offsets":[0,4]'), 4),
    '2^53',
  ],
  [
    'an axis of 10^400',
    () => fileOf(tensor(`"dtype":"U8","shape":[1${'0'.repeat(400)}],"data_offsets":[0,4]`), 4),
    '2^53',
  ],
  [
    'a product that wraps 32 bits',
    () => fileOf(tensor('"dtype":"F32","shape":[65536,65536],"data_offsets":[0,0]')),
    '17179869184',
  ],
  [
    'a product that wraps 64 bits',
    () => fileOf(tensor('"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]')),
    '2^53',
  ],
  [
    'a product that overflows before a zero',
    () => fileOf(tensor('"dtype":"F32","shape":[4294967296,4294967296,0],"data_offsets":[0,0]')),
    '2^53',
  ],
  ['one offset', () => fileOf(tensor('"dtype":"F32","shape":[1],"data_offsets":[4]'), 4), 'begin'],
  ['three offsets', () => fileOf(tensor('"dtype":"F32","shape":[1],"data_offsets":[0,4,8]'), 8), 'begin'],
  ['offsets reversed', () => fileOf(tensor('"dtype":"F32","shape":[1],"data_offsets":[4,0]'), 4), 'begin'],
  ['negative offsets', () => fileOf(tensor('"dtype":"F32","shape":[1],"data_offsets":[-4,0]'), 4), '"-4"'],
  [
    'offsets of 2^64',
    () =>
      fileOf(
        tensor('"dtype":"F32","shape":[1],"data_offsets":[18446744073709551616,18446744073709551620]'),
        4,
      ),
    '2^53',
  ],
  [
    'too few bytes for the shape',
    () => fileOf(tensor('"dtype":"F32","shape":[2],"data_offsets":[0,4]'), 4),
    '8 for F32',
  ],
  [
    'too many bytes for the shape',
    () => fileOf(tensor('"dtype":"F16","shape":[1],"data_offsets":[0,4]'), 4),
    '2 for F16',
  ],
  ['an end past the file', () => fileOf(`{${one}}`, 3), '3 bytes of data'],
  ['no data at all', () => fileOf(`{${one}}`), '0 bytes of data'],
  ['data after the last tensor', () => fileOf(`{${one}}`, 5), '5 bytes of data'],
  ['data without tensors', () => fileOf('{}', 1), '1 bytes of data'],
  [
    'a hole before the first',
    () => fileOf(one.replace('[0,4]', '[4,8]').replace(/^/, '{').concat('}'), 8),
    'no tensor owns',
  ],
  [
    'a hole between two',
    () => fileOf(`{${one},${one.replace('"a"', '"b"').replace('[0,4]', '[8,12]')}}`, 12),
    '"b"',
    'no tensor owns',
  ],
  [
    'an overlap',
    () => fileOf(`{${one},${one.replace('"a"', '"b"').replace('[0,4]', '[2,6]')}}`, 6),
    'overlap',
  ],
  ['the same range twice', () => fileOf(`{${one},${one.replace('"a"', '"b"')}}`, 4), 'overlap'],
  [
    'an empty tensor inside another',
    () => fileOf(`{${one},"b":{"dtype":"F32","shape":[0],"data_offsets":[2,2]}}`, 4),
    'overlap',
  ],
  ['a name of 513 bytes', () => fileOf(`{${one.replace('"a"', `"${'n'.repeat(513)}"`)}}`, 4), '513'],
  ['half a surrogate pair', () => fileOf(`{${one.replace('"a"', '"\\ud800"')}}`, 4), 'surrogate'],
  [
    '100 001 tensors',
    () => fileOf(`{${Array.from({ length: 100_001 }, (_, i) => `"${i}":{}`).join(',')}}`),
    '100001',
  ],
  ['25 MiB of escaped quotes', () => fileOf(`{"${'\\"'.repeat(13_000_000)}`), 'JSON'],
  ['25 MiB of quotes', () => fileOf(`{${'"'.repeat(26_000_000)}`), 'JSON'],
]

describe('malformed files', () => {
  test.each(malformed)('%s', async (_name, file, ...words) => {
    await expectRejection(readAll(file()), 'ERR_PARSE', ...words)
  })

  // counts of what has not arrived are not known then
  test.each(malformed)('%s, as a stream', async (_name, file) => {
    const bytes = file()
    for (const chunk of bytes.length > 1000 ? [65536] : [1, 13, 2 ** 20]) {
      await expectRejection(readAll(bytes, chunk), 'ERR_PARSE', 'weights')
    }
  })

  test('an HTML page has an answer of its own', async () => {
    const page = new TextEncoder().encode('  <!doctype html><title>404</title>')
    for (const chunk of CHUNKS) await expectRejection(readAll(page, chunk), 'ERR_LOAD', 'HTML')
  })

  test('mutations of a good file are read or refused, never anything else', async () => {
    const good = wellFormed({ a: float32([2, 3], [1, 2, 3, 4, 5, 6]), b: float32([4], [1, 2, 3, 4]) })
    const random = new Random(7)
    for (let round = 0; round < 5000; round++) {
      const file = mutated(good, random)
      const answers = await Promise.all(
        [readAll(file), readAll(file, 16)].map((reading) => reading.then(namesOf, codeOf)),
      )
      expect(answers[1]).toBe(answers[0])
    }
  })
})

const namesOf = ({ entries }: { entries: readonly { name: string }[] }) =>
  entries.map(({ name }) => name).join()

function codeOf(error: Error & { code?: string }): string {
  expect(error.name, String(error)).toBe('WhereformerError')
  return String(error.code)
}

function mutated(good: Uint8Array, random: Random): Uint8Array {
  const file = good.slice(0, random.flag() ? good.length : random.integer(0, good.length))
  for (let n = random.integer(1, 3); n > 0 && file.length; n--)
    file[random.integer(0, file.length - 1)] = random.integer(0, 255)
  return file
}
