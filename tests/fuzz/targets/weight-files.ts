// GGUF files and those of torch.save with changed bytes, numbers and lengths: read with every row of every tensor once, or refused. What is
// unchanged has to be read as it was.

import { readFileSync } from 'node:fs'
import { chatParts } from '../../../web/lib/chat/chat-parts.js'
import { textOfChat } from '../../../web/lib/chat/chat-template.js'
import { ByteReader } from '../../../web/lib/checkpoint/byte-reader.js'
import { Cursor } from '../../../web/lib/checkpoint/cursor.js'
import { tokenizerConfigIn } from '../../../web/lib/checkpoint/gguf/chat.js'
import { LARGEST_HEADER, readHeader } from '../../../web/lib/checkpoint/gguf/metadata.js'
import { readerOf as gguf } from '../../../web/lib/checkpoint/gguf/reader.js'
import { tokenizerIn } from '../../../web/lib/checkpoint/gguf/tokenizer.js'
import { ProgressSum } from '../../../web/lib/checkpoint/progress.js'
import { readerOf as torch } from '../../../web/lib/checkpoint/torch/reader.js'
import { type ReaderOf, readerParts } from '../../../web/lib/checkpoint/weight-file.js'
import { Tokenizer } from '../../../web/lib/tokenizer/tokenizer.js'
import type { Random } from '../../support/random.js'
import { streamOf } from '../../support/streams.js'
import { type Bench, Fault, type Outcome, refused, type Target } from '../target.js'
import type { Json } from '../values.js'

interface Case {
  /** Which file. */
  file: number
  /** Bytes that are written over others: [place, number, how many bytes it takes]. */
  edits: [number, string, number][]
  /** Bytes that are left out: [place, how many]. */
  gone: [number, number][]
  /** Bytes more or fewer at the end. */
  more: number
  /** Bytes that arrive at a time; 0 = all lie in memory. */
  chunk: number
}

export const ggufFiles = targetOf('gguf', gguf, [
  'llama.gguf',
  'llama-words.gguf',
  'blocks.gguf',
  'gpt2.gguf',
  'gemma2.gguf',
  'llama3.gguf',
])
export const ggufTokenizers: Target = {
  name: 'gguf-tokenizers',
  short: 500,
  open: async () => {
    const names = ['llama', 'gemma', 'bert', 'falcon', 'llama-bpe']
    return bench(
      tokensIn,
      names.map((name) => bytesOf(`../gguf-tokenizers/${name}.gguf`)),
    )
  },
}

export const torchFiles = targetOf('torch', torch, ['llama.bin', 'llama-views.bin', 'llama-before-zip.bin'])

/** The known file is read after every so many cases: reading it takes as long as a case. */
const OF_KNOWN = 16

/** How much of a file's start and end is changed more often than the rest: headers, pickles and directories. */
const HEADER = 3000
const NUMBERS = [
  '0',
  '1',
  '2',
  '9',
  '255',
  '65535',
  '4294967295',
  '4294967296',
  '9007199254740993',
  '9223372036854775808',
  '18446744073709551615',
]

function targetOf(name: string, readerOf: ReaderOf, names: readonly string[]): Target {
  return { name, short: 2000, open: async () => bench(tensorsBy(readerOf), names.map(bytesOf)) }
}

const bytesOf = (name: string) => new Uint8Array(readFileSync(`tests/golden/files/${name}`))

/** Reads a file, and says what is in it. */
type Read = (reader: ByteReader) => Promise<string>

const tensorsBy =
  (readerOf: ReaderOf): Read =>
  async (reader) => {
    const opened = await readerOf(readerParts)(reader, 'weights')
    let picture = tokensOf(() => opened.tokenizer?.())
    const unread = new Set<string>()
    await opened.read(({ name, dtype, shape }) => {
      if (!['F32', 'F16', 'BF16'].includes(dtype)) return undefined
      const [rows = 1, ...row] = shape
      const width = row.reduce((product, n) => product * n, 1)
      if (rows * width > 50_000) return undefined
      let next = 0
      unread.add(name)
      return (values, first) => {
        if (first !== next || values.length % width !== 0)
          throw new Fault(`${name}: rows from ${first}, wanted ${next}`)
        next += values.length / width
        if (next > rows) throw new Fault(`${name}: more rows than ${rows}`)
        if (next === rows) unread.delete(name)
        picture += `${name} ${values[0]} ${values.at(-1)} `
      }
    })
    if (unread.size > 0) throw new Fault(`${[...unread][0]}: not all of its rows`)
    return picture
  }

const tokensIn: Read = async (reader) => {
  const here = { label: 'weights', parts: readerParts }
  const { metadata } = await readHeader(new Cursor(reader, here, LARGEST_HEADER), here)
  return tokensOf(() => tokenizerIn(metadata, here)) + chatOf(tokenizerConfigIn(metadata))
}

function bench(readBy: Read, files: readonly Uint8Array[]): Bench {
  const known = files[0] as Uint8Array
  let wanted: string | undefined
  let asked = 0

  async function read(file: Uint8Array, chunk: number): Promise<string> {
    const source = chunk === 0 ? file : { body: streamOf(file, chunk), from: 'the stream' }
    const reader = new ByteReader(source, new ProgressSum('weights'), undefined)
    try {
      return await readBy(reader)
    } finally {
      reader.close()
    }
  }

  async function run(json: Json): Promise<Outcome> {
    const { file = 0, edits = [], gone = [], more = 0, chunk = 0 } = json as unknown as Case
    const bytes = changed(files[file % files.length] as Uint8Array, edits, gone, more)
    try {
      await read(bytes, chunk)
      return 'worked'
    } catch (error) {
      if (edits.length + gone.length === 0 && more === 0) throw new Fault(`refused what is right: ${error}`)
      return refused(error)
    }
  }

  return {
    make: (random) => make(random, files),
    run,
    async known() {
      if (asked++ % OF_KNOWN !== 0) return
      const picture = await read(known, 0)
      wanted ??= picture
      if (picture !== wanted) throw new Fault('the known file is read otherwise')
    },
    live: () => 0,
    close() {},
  }
}

/** Ids of a text by the tokenizer that a file brings; it may be refused. */
function tokensOf(tokenizer: () => object | undefined): string {
  try {
    const json = tokenizer()
    return json ? `${new Tokenizer(json).encode(TEXT)} ` : ''
  } catch (error) {
    refused(error)
    return 'no tokenizer '
  }
}

/** What the templates of a file make of a message. */
function chatOf(ofFile: object): string {
  try {
    const messages = [{ role: 'user', content: TEXT }]
    const names = ['default', 'tool_use']
    return names.map((template) => textOfChat({ ofFile }, messages, { template }, chatParts)).join()
  } catch (error) {
    refused(error)
    return 'no chat '
  }
}

const TEXT = 'the words of a text, 12 <s> 位置 '

function make(random: Random, files: readonly Uint8Array[]): Json {
  const file = random.integer(0, files.length - 1)
  const { length } = files[file] as Uint8Array
  const place = () =>
    random.pick<() => number>([
      () => random.integer(0, Math.min(HEADER, length) - 1),
      () => random.integer(Math.max(0, length - HEADER), length - 1),
      () => random.integer(0, length - 1),
    ])()
  const edit = (): Case['edits'][number] => {
    const size = random.pick([1, 1, 1, 2, 4, 8])
    return [place(), size === 1 ? String(random.integer(0, 255)) : random.pick(NUMBERS), size]
  }
  const rarely = <T>(value: () => T, usual: T) => (random.integer(0, 5) === 0 ? value() : usual)
  return {
    file,
    edits: Array.from({ length: random.integer(0, 3) }, edit),
    gone: rarely(() => [[place(), random.integer(1, 40)]], []),
    more: rarely(() => random.pick([-1, 1, 8, 40, -40, -place()]), 0),
    chunk: random.pick([0, 0, 0, 0, 0, 0, 97, 4096]),
  } as unknown as Json
}

function changed(file: Uint8Array, edits: Case['edits'], gone: Case['gone'], more: number): Uint8Array {
  let bytes = file.slice()
  for (const [place, value, size] of edits)
    for (let i = 0; i < size && place + i < bytes.length; i++)
      bytes[place + i] = Number((BigInt(value) >> BigInt(8 * i)) & 255n)
  for (const [place, count] of gone) {
    const shorter = new Uint8Array(Math.max(0, bytes.length - count))
    shorter.set(bytes.subarray(0, Math.min(place, shorter.length)))
    shorter.set(
      bytes.subarray(place + count).subarray(0, Math.max(0, shorter.length - place)),
      Math.min(place, shorter.length),
    )
    bytes = shorter
  }
  const length = Math.max(0, bytes.length + more)
  const whole = new Uint8Array(length)
  whole.set(bytes.subarray(0, length))
  return whole
}
