// The core for training: compiled on this side, because a worker that runs from a blob cannot find the package's files.

import { fetchUrl } from '../checkpoint/source.js'
import type { CoreSource, Files } from '../load.js'
import type { CoreOptions, Variant } from '../load-options.js'
import { trainWasmFiles } from '../train/wasm-files.js'
import { wasmFiles } from '../wasm-files.js'

type FindModule = (source: CoreSource, files: Files) => Promise<WebAssembly.Module>

export class TrainModule {
  #options: CoreOptions | undefined
  /** What the caller calls them. */
  #argument = 'core'
  #module: Promise<WebAssembly.Module> | undefined
  readonly #find: FindModule

  constructor(find: FindModule) {
    this.#find = find
  }

  /** Where the first trainer says that the core is. */
  findWith(options: CoreOptions | undefined, argument: string): void {
    if (options === undefined) return
    this.#options = options
    this.#argument = argument
  }

  /**
   * Kept for a worker that replaces this one; after a failure another attempt may succeed. Undefined: that of the plain core, where one core
   * does all. A page that is a file could not send it, either: such a page posts modules to a worker, but not to a port.
   */
  async get(variant: Variant | undefined): Promise<WebAssembly.Module | undefined> {
    if (trainWasmFiles === wasmFiles && this.#options === undefined) return undefined
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
