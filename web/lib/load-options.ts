// What load() takes, and where it looks.

import type { Progress } from './checkpoint/progress.js'

export type Variant = 'simd' | 'relaxed'

export interface LoadOptions extends CoreOptions {
  /**
   * How many threads compute, the calling one among them: 1 to 64, or 'auto' for one per core, at most 8. The bits are the same with any
   * number, also in training. In browsers the page has to be cross-origin isolated. Where threads cannot be had there are fewer, and
   * `info.threads` says why. Where a bundler does not copy core-threads-simd.wasm, its address is needed: `wasmUrl`. Without this
   * option: 1, and the core without threads.
   */
  threads?: number | 'auto'
  /**
   * The URL of dist/core-thread.js on the page's own origin. Without it threads start from a blob: URL, or if the content security policy
   * forbids that, from the file beside this module. Not used in Node.
   */
  threadUrl?: string | URL
}

/** Which core, and where it is. With `threads`, the file is core-threads-simd.wasm. */
export interface CoreOptions {
  /**
   * 'simd' (default): the same bits on every machine. 'relaxed': fused multiply-adds, made of the plain core by a small module, or an
   * error. 'fastest': 'relaxed' where the engine has relaxed SIMD and that module is found.
   */
  variant?: Variant | 'fastest'
  /**
   * Where the .wasm file is. Without it load() reads the file beside the module; where a bundler has not copied that file, or has
   * damaged it, load() imports a module with the same bytes. With variant 'relaxed' the file has to be core-simd.wasm of this version, or
   * what was made of it; with 'fastest' another file is taken as it is.
   */
  wasmUrl?: string | URL
  /** The bytes of the .wasm file. */
  wasmBinary?: ArrayBuffer | ArrayBufferView
  /** A compiled core, which is taken as it is, whatever the variant. */
  wasmModule?: WebAssembly.Module
  /**
   * Subresource integrity of the .wasm file, as in dist/integrity.json. With it load() takes that file or throws. A wasmModule is not
   * checked.
   */
  integrity?: string
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

/** One source of the core's bytes. */
export interface WasmSource {
  /** Names the source in messages. */
  name: string
  find: () => URL | Uint8Array | Promise<Uint8Array>
}

/** One source of the module that makes the relaxed core. */
export interface PatchSource {
  /** Names the source in messages. */
  name: string
  find: () => Promise<{ default: Patch }>
}

/** Makes the relaxed core of the plain core's bytes, or of its own; returns nothing for others. */
export type Patch = (core: Uint8Array) => Uint8Array | undefined

/**
 * The sources of a core: for the plain one a file, then a module with the same bytes, if there is one. The relaxed one may not be shipped.
 */
export interface WasmSources {
  simd: readonly [WasmSource, ...WasmSource[]]
  relaxed: readonly PatchSource[]
}
