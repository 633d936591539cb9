// What files of weights say before their tensors are read, in any format that is read.

import { ByteReader } from './byte-reader.js'
import type { Opened } from './byte-stream.js'
import { FIRST_BYTES, formatOf, type ReaderName } from './formats.js'
import { ProgressSum } from './progress.js'
import { TensorFile } from './safetensors.js'
import { beginsAsHeader } from './safetensors-header.js'
import { type OpenFile, type OpenReader, readerParts, type WeightFile } from './weight-file.js'

interface HeaderSource {
  label: string
  open(): Promise<Opened | Uint8Array>
}

interface Options {
  /** The config.json of the model, if there is one: it rules over what files say. */
  config?: object | undefined
  readers: OpenReader
  signal?: AbortSignal | undefined
}

/** What a file says; its tensors cannot be read. */
export type WeightHeader = Omit<WeightFile, 'read'> & { label: string }

/** The files of one model, in order. */
export async function headersOf(
  files: readonly HeaderSource[],
  { config, readers, signal }: Options,
): Promise<WeightHeader[]> {
  const openers = new Map<ReaderName, OpenFile>()
  const openerOf = async (start: Uint8Array): Promise<OpenFile> => {
    const name = beginsAsHeader(start) ? undefined : formatOf(start)?.reader
    if (name === undefined) return TensorFile.open
    const known = openers.get(name) ?? (await readers(name))(readerParts)
    openers.set(name, known)
    return known
  }
  const headers: WeightHeader[] = []
  for (const { label, open } of files) {
    const reader = new ByteReader(await open(), new ProgressSum('weights'), signal)
    try {
      const opener = await openerOf(await reader.peek(FIRST_BYTES))
      const { entries, headerBytes, config: own, tokenizer } = await opener(reader, label, config)
      headers.push({
        label,
        entries,
        headerBytes,
        ...(own && { config: own }),
        ...(tokenizer && { tokenizer }),
      })
    } finally {
      reader.close()
    }
  }
  return headers
}
