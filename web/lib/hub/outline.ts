// What the files of a model on a host say before its weights are asked for: its config, and the headers of its files of weights.

import type { Opened } from '../checkpoint/byte-stream.js'
import { headersOf, type WeightHeader } from '../checkpoint/headers.js'
import { fileOfTensors } from '../checkpoint/index-file.js'
import { bad, headerLength, readHeader, type TensorEntry } from '../checkpoint/safetensors-header.js'
import type { OpenReader } from '../checkpoint/weight-file.js'
import type { FileTensors } from '../model/report.js'
import { jsonIn, NoFile } from './files.js'
import { configIn, Held, weightsOf } from './found-weights.js'
import type { HostedFiles } from './hosted.js'
import { CONFIG, INDEX, WEIGHTS } from './names.js'
import { isGguf } from './other-weights.js'

export interface Outline {
  /** Undefined where it is inside of a GGUF file that was not read. */
  config: object | undefined
  /** The commit, where the server tells it. */
  revision: string
  shards: readonly Shard[]
  /** Is a tokenizer inside of the file of weights? */
  bringsTokenizer: boolean
  /** Were headers read? Those of other files than safetensors need readers. */
  read: boolean
}

interface Shard extends FileTensors {
  /** In bytes. */
  size: number
}

/** Shards whose headers are asked for at the same time. */
const AT_ONCE = 6

/** What the outline of a model depends on besides its files. */
export interface OutlineOptions {
  /** Brings readers of other files than safetensors; without it their headers are not read. */
  readers?: OpenReader
  /** The file of weights, where it is named. */
  file?: string | undefined
  signal?: AbortSignal | undefined
}

export async function outlineOf(files: HostedFiles, options: OutlineOptions): Promise<Outline> {
  const read = (opened: Opened) => jsonIn(opened, options.signal)
  const config = await configIn(files, options.file, read)
  const index = options.file === undefined ? await files.open(INDEX) : undefined
  if (index) return outlined(files, config, await ofShards(files, await read(index)))
  const start = config && options.file === undefined ? await files.part(WEIGHTS, 0, FIRST) : undefined
  if (start) return outlined(files, config, [await shardAt(files, WEIGHTS, start)])
  const { readers, signal } = options
  const held = new Held(files)
  const found = await weightsOf(held, config, options.file, read).catch((cause) => {
    held.release()
    throw cause
  })
  if (!readers) return unread(files, held, config, found)
  held.release()
  const names = found.index ? namesIn(found.index, files.address(found.file)) : [found.file]
  const sources = names.map((file) => ({
    label: files.address(file),
    open: async () => inParts(files, file),
  }))
  const headers = await headersOf(sources, { config, readers, signal })
  const shards = headers.map(({ entries, headerBytes }, i) => ({
    file: names[i] as string,
    entries,
    size: headerBytes + endOf(entries),
  }))
  return outlined(files, config ?? headers[0]?.config, shards, headers[0])
}

/** Of files whose headers nothing here reads: which they are, and their sizes. */
async function unread(
  files: HostedFiles,
  held: Held,
  config: object | undefined,
  { index, file }: Awaited<ReturnType<typeof weightsOf>>,
): Promise<Outline> {
  const sizeOf = async (name: string) => {
    const { total = 0 } = await held.opened(name)
    return { file: name, entries: [], size: total }
  }
  const names = index ? namesIn(index, files.address(file)) : [file]
  const shards: Shard[] = []
  try {
    for (const name of names) shards.push(await sizeOf(name))
  } finally {
    held.release()
  }
  return { config, revision: files.revision, shards, bringsTokenizer: isGguf(file), read: false }
}

function outlined(
  files: HostedFiles,
  config: object | undefined,
  shards: readonly Shard[],
  first?: WeightHeader,
): Outline {
  if (!config) throw new NoFile('ERR_LOAD', files.missing(CONFIG))
  const bringsTokenizer = first?.tokenizer !== undefined
  return { config, revision: files.revision, shards, bringsTokenizer, read: true }
}

async function ofShards(files: HostedFiles, index: object): Promise<Shard[]> {
  const names = namesIn(index, files.address(INDEX))
  const shards: Shard[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE)
    // spread: a few shards
    shards.push(...(await Promise.all(some.map((name) => shardAt(files, name)))))
  }
  return shards
}

/** The largest part that is asked for at once. */
const LARGEST_PART = 2 ** 22

/** A file as a stream of parts, of which only those are asked for that somebody reads. */
function inParts(files: HostedFiles, file: string): Opened {
  let at = 0
  let size = FIRST
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = await files.part(file, at, at + size)
        if (!part) throw new NoFile('ERR_LOAD', files.missing(file))
        if (part.length > 0) controller.enqueue(part)
        if (part.length < size) controller.close()
        at += part.length
        size = Math.min(LARGEST_PART, 2 * size)
      },
    },
    { highWaterMark: 0 },
  )
  return { body, from: files.address(file) }
}

const endOf = (entries: readonly TensorEntry[]) => entries.reduce((most, { end }) => Math.max(most, end), 0)

const namesIn = (index: object, label: string) => [
  ...new Set(fileOfTensors(index, label).map(([, file]) => file)),
]

/** What is asked for first: most headers end before. */
const FIRST = 2 ** 16

async function shardAt(files: HostedFiles, file: string, first?: Uint8Array): Promise<Shard> {
  const label = files.address(file)
  const start = first ?? (await files.part(file, 0, FIRST))
  if (!start) throw new NoFile('ERR_LOAD', files.missing(file))
  const end = 8 + headerLength(start, label)
  const rest = end > FIRST ? await files.part(file, FIRST, end) : undefined
  const header = rest ? joined(start, rest) : start.subarray(0, end)
  if (header.length < end) throw bad(label, `${header.length} bytes`, `a header that ends at byte ${end}`)
  const entries = readHeader(header.subarray(8), label)
  return { file, entries, size: end + endOf(entries) }
}

function joined(start: Uint8Array, rest: Uint8Array): Uint8Array {
  const whole = new Uint8Array(start.length + rest.length)
  whole.set(start)
  whole.set(rest, start.length)
  return whole
}
