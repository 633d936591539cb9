// Files in a folder: each under the parts of its address, beside what the server said of it.

import { access, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openFile } from '../node-file.js'
import type { ModelCache } from './hub.js'
import type { Facts, FileKey, Kept, Store, Writing } from './store.js'

const FACTS = '.facts'

let count = 0

export class FolderStore implements Store {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async find({ url }: FileKey): Promise<Kept | undefined> {
    const path = this.#pathOf(url)
    try {
      const { etag, commit } = JSON.parse(await readFile(path + FACTS, 'utf8')) as Facts
      await access(path)
      return { etag, commit, open: () => openFile(path, 'weights') }
    } catch {
      return undefined
    }
  }

  /** The file appears whole: before what the server said of it, so that a crash between them costs one more download. */
  async create({ url }: FileKey, facts: Facts): Promise<Writing> {
    const path = this.#pathOf(url)
    const part = `${path}.${process.pid}-${count++}.part`
    await mkdir(dirname(path), { recursive: true })
    const handle = await open(part, 'wx')
    return {
      write: async (bytes) => void (await handle.writeFile(bytes)),
      finish: async () => {
        await handle.close()
        await rm(path + FACTS, { force: true })
        await rename(part, path)
        await writeFile(path + FACTS, JSON.stringify(facts))
      },
      drop: async () => {
        await handle.close().catch(() => {})
        await rm(part, { force: true })
      },
    }
  }

  async facts(): Promise<ModelCache> {
    const entries = await readdir(this.#folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const files = entries.filter((entry) => entry.isFile())
    const sizes = files.map(async ({ parentPath, path, name }) => stat(join(parentPath ?? path, name)))
    const bytes = (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0)
    return { bytes, clear: () => rm(this.#folder, { recursive: true, force: true }) }
  }

  #pathOf(url: string): string {
    const { host, pathname, search } = new URL(url)
    // spread: a few parts of an address
    return join(this.#folder, host.replace(':', '+'), ...pathname.split('/'), encodeURIComponent(search))
  }
}
