// A model of SentencePiece, the message ModelProto of its sentencepiece_model.proto: what of it a tokenizer.json holds.

import type { Given } from './given.js'
import { type Field, fieldsIn, floatIn, Malformed } from './protobuf.js'

interface Piece {
  text: string
  score: number
  /** 1: in a text, 2: unknown, 3: a control symbol, 4: one of the user, 5: unused, 6: a byte. */
  type: number
}

export interface SentencePieceModel {
  pieces: readonly Piece[]
  kind: 'unigram' | 'bpe'
  unkId: number
  /** The compiled map of characters in base64, if there is one. */
  charsmap: string | undefined
  /** A space in front of a text, one between words, none behind: what is usual. */
  usualSpaces: boolean
}

const PIECES = 1
const TRAINER = 2
const NORMALIZER = 3

const UNIGRAM = 1
const BPE = 2

/** The longest piece: how a piece may be split is tried at each of its characters. */
const LONGEST_PIECE = 500

export function sentencePieceModel(given: Given, file: string): SentencePieceModel {
  try {
    return modelIn(given.bytes(file))
  } catch (cause) {
    if (cause instanceof Malformed)
      throw given.refusal(file, `no such model (${cause.message})`, 'a SentencePiece model')
    throw cause
  }
}

function modelIn(bytes: Uint8Array): SentencePieceModel {
  const pieces: Piece[] = []
  let kind = UNIGRAM
  let unkId = 0
  let charsmap: string | undefined
  let usualSpaces = true
  for (const field of fieldsIn(bytes)) {
    if (field.number === PIECES) pieces.push(pieceIn(field))
    else if (field.number === TRAINER)
      for (const { number, integer } of fieldsIn(field.bytes)) {
        if (number === 3) kind = integer
        if (number === 24) usualSpaces &&= integer === 0
        if (number === 40) unkId = integer
      }
    else if (field.number === NORMALIZER)
      for (const { number, integer, bytes } of fieldsIn(field.bytes)) {
        if (number === 2) charsmap = base64(bytes)
        if (number >= 3 && number <= 5) usualSpaces &&= integer !== 0
      }
  }
  if (pieces.length === 0) throw new Malformed('it has no pieces')
  if (kind !== UNIGRAM && kind !== BPE) throw new Malformed('its pieces are words or characters')
  if (!pieces[unkId]) throw new Malformed(`its unknown piece is number ${unkId}`)
  return {
    pieces,
    kind: kind === UNIGRAM ? 'unigram' : 'bpe',
    unkId,
    charsmap: charsmap || undefined,
    usualSpaces,
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function pieceIn({ bytes }: Field): Piece {
  const piece = { text: '', score: 0, type: 1 }
  for (const field of fieldsIn(bytes)) {
    if (field.number === 1) piece.text = textIn(field.bytes)
    else if (field.number === 2) piece.score = floatIn(field)
    else if (field.number === 3) piece.type = field.integer
  }
  if (piece.text === '') throw new Malformed('a piece without text')
  if (!Number.isFinite(piece.score)) throw new Malformed(`a score that is ${piece.score}`)
  return piece
}

function textIn(bytes: Uint8Array): string {
  if (bytes.length > LONGEST_PIECE) throw new Malformed(`a piece of ${bytes.length} bytes`)
  try {
    return utf8.decode(bytes)
  } catch {
    throw new Malformed('a piece that is no UTF-8')
  }
}

function base64(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}
