// GGUF, the files of llama.cpp: read as they arrive, tensor by tensor, under the names and in the layout of transformers' checkpoints. Blocks
// of quantised numbers become float32, and nothing else is rounded.

import { Cursor } from '../cursor.js'
import type { Here, OpenFile, ReaderOf, WeightFile } from '../weight-file.js'
import type { Stored } from './architectures.js'
import { tokenizerConfigIn } from './chat.js'
import { GIVE_CONFIG } from './fields.js'
import { aligned, alignmentOf, layoutOf, type Placed } from './layout.js'
import { type Header, LARGEST_HEADER, readHeader } from './metadata.js'
import { type GgufModel, modelOf, type Named, named } from './model.js'
import { RowReader } from './rows.js'
import { tokenizerIn } from './tokenizer.js'

export const readerOf: ReaderOf = (parts) => {
  let model: GgufModel | undefined // of the first file, for all
  const open: OpenFile = async (reader, label, given) => {
    const here = { label, parts }
    const cursor = new Cursor(reader, here, LARGEST_HEADER)
    const header = await readHeader(cursor, here)
    const layout = layoutOf(header, here)
    const alignment = alignmentOf(header.metadata, here)
    const headerBytes = aligned(cursor.position, alignment)
    requireLength(cursor, headerBytes, layout, here)
    await cursor.skip(headerBytes - cursor.position)
    if (!model) {
      if (!given) requireWhole(header, here)
      model = modelOf(header.metadata, await storedIn(layout, cursor, given, here), given, here)
    }
    const known = model
    const tensors = layout.map((tensor) => ({ tensor, as: named(tensor, known, here) }))
    const file = fileOf({ tensors, headerBytes, alignment, config: known.config }, cursor, here)
    const { metadata } = header
    return {
      ...file,
      tokenizer: () => tokenizerIn(metadata, here),
      tokenizerConfig: tokenizerConfigIn(metadata),
    }
  }
  return open
}

interface Known {
  tensors: readonly { tensor: Placed; as: Named | undefined }[]
  headerBytes: number
  alignment: number
  config: object
}

function fileOf({ tensors, headerBytes, alignment, config }: Known, cursor: Cursor, here: Here): WeightFile {
  const entryOf = ({ name, type, shape, begin, end }: Named) => ({
    ...{ name, shape, begin, end },
    dtype: type.plain ?? 'F32',
  })
  return {
    entries: tensors.flatMap(({ as }) => (as ? [entryOf(as)] : [])),
    headerBytes,
    config,
    async read(receiverOf) {
      const rows = new RowReader(cursor, here)
      for (const { tensor, as } of tensors) {
        await rows.pass(headerBytes + tensor.begin - cursor.position)
        const receive = as && receiverOf(entryOf(as))
        if (receive) await rows.read(as, receive)
        else await rows.pass(tensor.end - tensor.begin)
      }
      await requireEnd(cursor, alignment, here)
    },
  }
}

// Behind the last tensor may be what the alignment asks for, and nothing else.
async function requireEnd(cursor: Cursor, alignment: number, { label, parts }: Here): Promise<void> {
  const rest = (await cursor.take(alignment)).length
  if (rest < alignment) return
  throw parts.refuse(
    'ERR_PARSE',
    label,
    `${rest} bytes or more behind the last tensor`,
    'the end of the file',
  )
}

function requireLength(
  cursor: Cursor,
  headerBytes: number,
  layout: readonly Placed[],
  { label, parts }: Here,
): void {
  const wanted = headerBytes + (layout.at(-1)?.end ?? 0)
  if (cursor.size === undefined || cursor.size >= wanted || layout.length === 0) return
  throw parts.refuse(
    'ERR_PARSE',
    label,
    `a file of ${cursor.size} bytes`,
    `${wanted}, where its last tensor ends`,
  )
}

function requireWhole({ metadata }: Header, { label, parts }: Here): void {
  const count = metadata.get('split.count')
  if (count === undefined || count === 1) return
  const got = `one of ${parts.show(count)} files, each of which has a part of the tensors`
  throw parts.refuse('ERR_UNSUPPORTED', label, got, `a file of its own; ${GIVE_CONFIG}`)
}

const DIVISORS = 'rope_freqs.weight'
const LARGEST_DIVISORS = 4096

/** What a config depends on beside the metadata. Numbers of rotary pairs are data, which are read before a config only where they come first. */
async function storedIn(
  layout: readonly Placed[],
  cursor: Cursor,
  given: object | undefined,
  here: Here,
): Promise<Stored> {
  const names = new Set(layout.map(({ name }) => name))
  const rows = (name: string) => layout.find((tensor) => tensor.name === name)?.shape[0] ?? 0
  const stored = { has: (name: string) => names.has(name), vocab: rows('token_embd.weight'), rows }
  const divisors = layout.find(({ name }) => name === DIVISORS)
  if (!divisors || given) return stored
  const bytes = divisors.end - divisors.begin
  const { label, parts } = here
  if (divisors.begin !== 0 || divisors.type.plain !== 'F32' || bytes > LARGEST_DIVISORS) {
    const argument = `${label}, tensor ${parts.show(DIVISORS)}`
    throw parts.refuse(
      'ERR_UNSUPPORTED',
      argument,
      'frequencies behind other tensors',
      `them first; ${GIVE_CONFIG}`,
    )
  }
  const data = await cursor.peek(bytes)
  return { ...stored, divisors: [...parts.valuesIn(data.slice(), 'F32')] }
}
