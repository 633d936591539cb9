// The core for training: compiled on this side, because a worker that runs from a blob cannot find the package's files.

import { fetchUrl } from '../checkpoint/source.js'
import type { CoreSource, Files } from '../compiled-module.js'
import type { CoreOptions, Variant } from '../load-options.js'
import { trainWasmFiles } from '../train/wasm-files.js'

export type FindModule = (source: CoreSource, files: Files) => Promise<WebAssembly.Module>

export class TrainModule {
  #options: CoreOptions | undefined
  /** The caller's name for the options. */
  #argument = 'core'
  #module: Promise<WebAssembly.Module> | undefined
  readonly #find: FindModule
  /** Does the core of the library train, unless a trainer names another? */
  readonly #libraryTrains: boolean

  constructor(find: FindModule, libraryTrains: boolean) {
    this.#find = find
    this.#libraryTrains = libraryTrains
  }

  /** Notes where the first trainer says that the core is. */
  findWith(options: CoreOptions | undefined, argument: string): void {
    if (options === undefined) return
    this.#options = options
    this.#argument = argument
  }

  /**
   * The module, which is kept for a worker that replaces this one; after a failure another attempt may succeed. Undefined: the core of the
   * library trains. That also serves pages that are files, which can post modules to a worker, but not to a port.
   */
  async get(variant: Variant | undefined): Promise<WebAssembly.Module | undefined> {
    if (this.#libraryTrains && this.#options === undefined && !this.#module) return undefined
    this.#module ??= this.#compile(variant)
    return this.#module
  }

  async #compile(variant: Variant | undefined): Promise<WebAssembly.Module> {
    const options = this.#options
    this.#options = undefined
    try {
      return await this.#find([options, this.#argument, variant], { wasm: trainWasmFiles, open: fetchUrl })
    } catch (cause) {
      this.#module = undefined
      throw cause
    }
  }
}
