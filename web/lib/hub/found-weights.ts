// Which file has the weights of a model by name: safetensors, else what torch.save writes, else GGUF.

import type { Opened } from '../checkpoint/byte-stream.js'
import { type Files, NoFile, requiredFile } from './files.js'
import { CONFIG, TORCH, TORCH_INDEX, WEIGHTS } from './names.js'
import { isGguf, nameOne, otherWeights } from './other-weights.js'

const OPTION = 'options.file'

type Read = (opened: Opened) => Promise<object>

/** Files that were opened to see whether they are there. */
export class Held {
  readonly #files: Files
  readonly #opened = new Map<string, Opened>()

  constructor(files: Files) {
    this.#files = files
  }

  get files(): Files {
    return this.#files
  }

  async has(file: string): Promise<boolean> {
    const opened = await this.#files.open(file)
    if (opened) this.#opened.set(file, opened)
    return opened !== undefined
  }

  /** Each as it was opened, once; then again. */
  async take(file: string): Promise<Opened> {
    const opened = this.#opened.get(file)
    this.#opened.delete(file)
    return opened ?? requiredFile(this.#files, file)
  }

  /** Opens a file that is left unread until it is taken or released. */
  async opened(file: string): Promise<Opened> {
    const opened = await this.take(file)
    this.#opened.set(file, opened)
    return opened
  }

  /** Leaves what nobody took. */
  release(): void {
    for (const { body } of this.#opened.values()) body.cancel().catch(() => {})
    this.#opened.clear()
  }
}

/** The config.json; undefined where a GGUF file is to say what it would. */
export async function configIn(
  files: Files,
  named: string | undefined,
  read: Read,
): Promise<object | undefined> {
  const opened = await files.open(CONFIG)
  if (opened) return read(opened)
  const missing = files.missing(CONFIG) // where it was asked for: the list of files tells the commit
  if (named !== undefined ? isGguf(named) : ((await files.names()) ?? []).some(isGguf)) return undefined
  throw new NoFile('ERR_LOAD', missing)
}

/** The name of the file, or the index of shards. */
export async function weightsOf(
  held: Held,
  config: object | undefined,
  named: string | undefined,
  read: Read,
): Promise<{ index: object | undefined; file: string }> {
  const one = (file: string) => ({ index: undefined, file })
  if (named !== undefined) return one(named)
  const { files } = held
  if (config) {
    if (await held.has(WEIGHTS)) return one(WEIGHTS)
    const index = await files.open(TORCH_INDEX)
    if (index) return { index: await read(index), file: TORCH }
    if (await held.has(TORCH)) return one(TORCH)
  }
  const other = otherWeights((await files.names()) ?? [], nameOne(files.missing(WEIGHTS), OPTION))
  return one(other && 'file' in other ? other.file : WEIGHTS)
}
