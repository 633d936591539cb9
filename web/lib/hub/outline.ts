// What the files of a model on a host say before its weights are asked for: its config, and the headers of its files of weights.

import { fileOfTensors } from '../checkpoint/index-file.js'
import { bad, headerLength, readHeader } from '../checkpoint/safetensors-header.js'
import type { FileTensors } from '../model/report.js'
import { jsonIn, NoFile, requiredFile } from './files.js'
import type { HostedFiles } from './hosted.js'
import { CONFIG, INDEX, WEIGHTS } from './names.js'

export interface Outline {
  config: object
  /** The commit, where the server tells it. */
  revision: string
  shards: readonly Shard[]
}

interface Shard extends FileTensors {
  /** In bytes. */
  size: number
}

/** Shards whose headers are asked for at the same time. */
const AT_ONCE = 6

export async function outlineOf(files: HostedFiles, signal?: AbortSignal): Promise<Outline> {
  const config = await jsonIn(await requiredFile(files, CONFIG), signal)
  const opened = await files.open(INDEX)
  const names = opened ? namesIn(await jsonIn(opened, signal), files.address(INDEX)) : [WEIGHTS]
  const shards: Shard[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const some = names.slice(at, at + AT_ONCE)
    // spread: a few shards
    shards.push(...(await Promise.all(some.map((name) => shardAt(files, name)))))
  }
  return { config, revision: files.revision, shards }
}

const namesIn = (index: object, label: string) => [
  ...new Set(fileOfTensors(index, label).map(([, file]) => file)),
]

/** What is asked for first: most headers end before. */
const FIRST = 2 ** 16

async function shardAt(files: HostedFiles, file: string): Promise<Shard> {
  const label = files.address(file)
  const start = await files.part(file, 0, FIRST)
  if (!start) throw new NoFile('ERR_LOAD', files.missing(file))
  const end = 8 + headerLength(start, label)
  const rest = end > FIRST ? await files.part(file, FIRST, end) : undefined
  const header = rest ? joined(start, rest) : start.subarray(0, end)
  if (header.length < end) throw bad(label, `${header.length} bytes`, `a header that ends at byte ${end}`)
  const entries = readHeader(header.subarray(8), label)
  return { file, entries, size: end + entries.reduce((most, { end: last }) => Math.max(most, last), 0) }
}

function joined(start: Uint8Array, rest: Uint8Array): Uint8Array {
  const whole = new Uint8Array(start.length + rest.length)
  whole.set(start)
  whole.set(rest, start.length)
  return whole
}
