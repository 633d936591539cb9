// The files that were given, each as what it should be. Everything is named as the argument that it came in.

import type { FileParts } from '../given-files.js'

export type Fields = Readonly<Record<string, unknown>>

export class Given {
  readonly parts: FileParts
  readonly #files: Fields

  constructor(parts: FileParts, files: object) {
    this.parts = parts
    this.#files = parts.fieldsOf(files, 'tokenizer')
  }

  has(file: string): boolean {
    return this.#files[file] !== undefined
  }

  /** Says what is wrong with a file. */
  refusal(file: string, got: string, wanted: string): Error {
    return this.parts.refuse('ERR_PARSE', this.#name(file), got, wanted)
  }

  /** The lines of a text file, without what ends them. */
  lines(file: string): string[] {
    const lines = this.#text(file).split('\n')
    if (lines.at(-1) === '') lines.pop()
    return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  }

  /** The fields of a JSON file; none if it was not given. */
  json(file: string): Fields {
    if (!this.has(file)) return {}
    const given = this.#files[file]
    const isParsed = typeof given === 'object' && bytesOf(given) === undefined
    return this.parts.fieldsOf(isParsed ? given : this.#parsed(file), this.#name(file))
  }

  /** Ids by token, in a JSON file. */
  ids(file: string): Map<string, number> {
    return new Map(
      Object.entries(this.json(file)).map(([token, id]) => [
        token,
        this.parts.integerOf(id, `${file}[${JSON.stringify(token)}]`),
      ]),
    )
  }

  bytes(file: string): Uint8Array {
    const bytes = bytesOf(this.#files[file])
    if (bytes) {
      this.#requireNoPointer(file, String.fromCharCode(...bytes.subarray(0, 64))) // spread: 64 bytes
      return bytes
    }
    const got = this.has(file) ? this.parts.show(this.#files[file]) : 'no such file'
    throw this.parts.refuse('ERR_TYPE', this.#name(file), got, 'its bytes (ArrayBuffer or Uint8Array)')
  }

  #text(file: string): string {
    const given = this.#files[file]
    if (typeof given === 'string') {
      this.#requireNoPointer(file, given)
      return given
    }
    if (given === undefined) throw this.refusal(file, 'no such file', 'its text or bytes')
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.bytes(file))
    } catch (cause) {
      if (cause instanceof TypeError) throw this.refusal(file, 'bytes that are no UTF-8', 'a text')
      throw cause
    }
  }

  /** A clone without Git LFS has these in place of large files, and a vocabulary could be any text. */
  #requireNoPointer(file: string, start: string): void {
    if (start.startsWith('version https://git-lfs'))
      throw this.refusal(file, 'a Git LFS pointer', 'the file itself: run "git lfs pull" in the clone')
  }

  #parsed(file: string): unknown {
    try {
      return JSON.parse(this.#text(file))
    } catch (cause) {
      if (cause instanceof SyntaxError) throw this.refusal(file, `no JSON (${cause.message})`, 'JSON')
      throw cause
    }
  }

  #name(file: string): string {
    return `tokenizer[${JSON.stringify(file)}]`
  }
}

function bytesOf(given: unknown): Uint8Array | undefined {
  if (ArrayBuffer.isView(given)) return new Uint8Array(given.buffer, given.byteOffset, given.byteLength)
  return Object.prototype.toString.call(given) === '[object ArrayBuffer]'
    ? new Uint8Array(given as ArrayBuffer)
    : undefined
}
