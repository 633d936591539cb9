// What reads a file of weights: safetensors, or a format whose code comes when its first bytes are seen. A chunk of such code imports nothing
// that runs from elsewhere: what it is made with is an argument (ADR 41).

import { allocateBytes, allocateFloats } from '../boundary/allocate.js'
import { refuse, show, WhereformerError } from '../boundary/errors.js'
import { EventLoop } from '../boundary/event-loop.js'
import { elementCount, shapeText } from '../boundary/tensor.js'
import type { ByteReader } from './byte-reader.js'
import type { ReaderName } from './formats.js'
import { decode } from './half.js'
import { PIECE, type ReceiveRows, ROWS, valuesIn } from './pieces.js'
import type { TensorEntry } from './safetensors-header.js'

/** A file whose tensors are known, and not yet read. */
export interface WeightFile {
  readonly entries: readonly TensorEntry[]
  /** Bytes before the data. */
  readonly headerBytes: number
  /** The config.json of a file that describes its model. */
  readonly config?: object
  /** The tokenizer.json that the file stands for, undefined if it has no vocabulary; throws for one that is not known. */
  tokenizer?(): object | undefined
  /** What the file says of a tokenizer_config.json, not checked yet. */
  readonly tokenizerConfig?: object
  /** Reads to the end of the file. Tensors for which `receiverOf` returns undefined are skipped. */
  read(receiverOf: (entry: TensorEntry) => ReceiveRows | undefined): Promise<void>
}

/**
 * Opens a file, or the next one of a checkpoint. `label` names it in messages; `config` is the caller's, which rules over what a file says of
 * its model.
 */
export type OpenFile = (reader: ByteReader, label: string, config?: object) => Promise<WeightFile>

/** What a chunk holds: the opener of the files of one checkpoint, over the parts that it is made with. */
export type ReaderOf = (parts: ReaderParts) => OpenFile

/** Brings a chunk. */
export type OpenReader = (name: ReaderName) => Promise<ReaderOf>

export const readerParts = {
  allocateBytes,
  allocateFloats,
  decode,
  elementCount,
  EventLoop,
  PIECE,
  refuse,
  ROWS,
  shapeText,
  show,
  valuesIn,
  WhereformerError,
} as const

export type ReaderParts = typeof readerParts

/** A file in messages, and what its reader is made with. */
export interface Here {
  label: string
  parts: ReaderParts
}
