// Where files are kept that were downloaded: what a platform's place for them does.

import type { Opened } from '../checkpoint/byte-stream.js'

/** A file of a model at a revision. */
export interface FileKey {
  url: string
  name: string
  /** A commit, or a branch or tag, whose file may change. */
  revision: string
  file: string
  /** Is it on the host that the Hub's own programs ask? */
  onHub: boolean
}

/** What a server says of a file. */
export interface Facts {
  etag: string | undefined
  /** The commit at which the revision was. */
  commit: string | undefined
}

export interface Kept extends Facts {
  open(): Promise<Opened>
}

/** A file that is being kept; it is found after `finish` alone. */
export interface Writing {
  write(bytes: Uint8Array): Promise<void>
  finish(): Promise<void>
  drop(): Promise<void>
}

export interface Store {
  find(key: FileKey): Promise<Kept | undefined>
  /** @param total the length in bytes, if it is known */
  create(key: FileKey, facts: Facts, total: number | undefined): Promise<Writing>
}
