// States of runs as files of a folder.

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LabStorage } from './storage.js'

export class FolderStorage implements LabStorage {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async get(key: string): Promise<Uint8Array | undefined> {
    try {
      return await readFile(this.#path(key))
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw cause
    }
  }

  /** Writes a state in one move, so that a process that is killed leaves the old file or the new one. */
  async set(key: string, bytes: Uint8Array): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    const beside = `${this.#path(key)}.${process.pid}.part`
    await writeFile(beside, bytes)
    await rename(beside, this.#path(key))
  }

  async delete(key: string): Promise<void> {
    await rm(this.#path(key), { force: true })
  }

  #path(key: string): string {
    return join(this.#folder, `${encodeURIComponent(key)}.run`)
  }
}
