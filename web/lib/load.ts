// Loading: which WebAssembly file, from where, and what can go wrong on the way.

import { callbackOf, choiceOf, type Options, optionsOf, signalOf, textOf } from './checks.js'
import { Core } from './core.js'
import { refuse, show, throwIfAborted, WhereformerError } from './errors.js'
import type { CoreFactory, RawCore } from './raw.js'
import { relaxedSimd } from './relaxed.js'
import { memoryBytes, type Progress, readSource, refuseHtml } from './source.js'
import { type ModelLoading, Whereformer } from './whereformer.js'

export type Variant = 'simd' | 'relaxed'

export interface LoadOptions {
  /** 'simd' (default): the same bits on every machine. 'fastest': relaxed SIMD where the engine has it. */
  variant?: Variant | 'fastest'
  /** Instead of the file beside the module. */
  wasmUrl?: string | URL
  wasmBinary?: ArrayBuffer | ArrayBufferView
  wasmModule?: WebAssembly.Module
  /** Subresource integrity of the .wasm file, as in dist/integrity.json. */
  integrity?: string
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
}

/** What differs between browsers, Node and the inline build. */
export interface Platform extends ModelLoading {
  glue: CoreFactory
  /** Where the .wasm file of a variant is, or its bytes; a missing variant is not shipped. */
  wasm: Partial<Record<Variant, () => URL | Uint8Array>>
}

const OPTIONS = [
  'variant',
  'wasmUrl',
  'wasmBinary',
  'wasmModule',
  'integrity',
  'signal',
  'onProgress',
] as const
type Given = Options<(typeof OPTIONS)[number]>

export const loaderFor =
  (platform: Platform) =>
  async (options?: LoadOptions): Promise<Whereformer> => {
    const module = await compiledModule(options, platform)
    const whereformer = await instanceOf(module, platform)
    throwIfAborted(options?.signal)
    return whereformer
  }

/** The half of loading that may happen on another thread than the rest. */
export async function compiledModule(
  options: LoadOptions | undefined,
  platform: Files,
): Promise<WebAssembly.Module> {
  const given = optionsOf(options, 'options', OPTIONS)
  throwIfAborted(signalOf(given.signal, 'options.signal'))
  return moduleOf(given, variantOf(given.variant, platform), platform)
}

export async function instanceOf(
  module: WebAssembly.Module,
  platform: Omit<Platform, 'wasm'>,
): Promise<Whereformer> {
  return new Whereformer(await Core.start(() => instantiate(platform.glue, module)), platform)
}

type Files = Pick<Platform, 'wasm' | 'open'>

function variantOf(value: unknown, platform: Files): Variant {
  const asked =
    value === undefined ? 'simd' : choiceOf(value, 'options.variant', ['simd', 'relaxed', 'fastest'])
  const relaxed = platform.wasm.relaxed !== undefined && relaxedSimd()
  if (asked === 'relaxed' && !relaxed) {
    throw refuse(
      'ERR_UNSUPPORTED',
      'options.variant',
      "'relaxed' without relaxed SIMD here",
      "'simd' or 'fastest'",
    )
  }
  return asked !== 'simd' && relaxed ? 'relaxed' : 'simd'
}

async function moduleOf(given: Given, variant: Variant, platform: Files): Promise<WebAssembly.Module> {
  if (given.wasmModule instanceof WebAssembly.Module) return given.wasmModule
  if (given.wasmModule !== undefined) {
    throw refuse('ERR_TYPE', 'options.wasmModule', show(given.wasmModule), 'a WebAssembly.Module')
  }
  const source = binaryOf(given) ?? addressOf(given.wasmUrl) ?? platform.wasm[variant]?.()
  if (source === undefined)
    throw refuse('ERR_UNSUPPORTED', 'options.variant', variant, 'a variant that this entry ships')
  return compile(
    await bytesFrom(source, given, platform),
    String(source instanceof URL ? source.href : 'wasmBinary'),
  )
}

function addressOf(value: unknown): string | URL | undefined {
  return value === undefined || value instanceof URL ? value : textOf(value, 'options.wasmUrl')
}

function binaryOf({ wasmBinary }: Given): Uint8Array | undefined {
  const bytes = memoryBytes(wasmBinary, 'options.wasmBinary')
  if (bytes || wasmBinary === undefined) return bytes
  throw refuse('ERR_TYPE', 'options.wasmBinary', show(wasmBinary), 'an ArrayBuffer or a view of one')
}

async function bytesFrom(
  source: string | URL | Uint8Array,
  given: Given,
  platform: Files,
): Promise<Uint8Array> {
  const integrity = given.integrity === undefined ? undefined : textOf(given.integrity, 'options.integrity')
  const bytes = await readSource(source, {
    open: platform.open,
    phase: 'wasm',
    integrity,
    signal: signalOf(given.signal, 'options.signal'),
    onProgress: callbackOf(given.onProgress, 'options.onProgress'),
  })
  if (integrity) await requireIntegrity(bytes, integrity)
  return bytes
}

const ADVICE =
  'In Vite add optimizeDeps: { exclude: ["whereformer"] }, or pass wasmUrl, or import from "whereformer/inline".'

async function compile(bytes: Uint8Array, from: string): Promise<WebAssembly.Module> {
  refuseHtml(bytes, from, ADVICE)
  try {
    return await WebAssembly.compile(bytes as Uint8Array<ArrayBuffer>)
  } catch (cause) {
    throw new WhereformerError(
      'ERR_LOAD',
      `${from}: is not a WebAssembly file that this engine can compile (${cause})`,
      { cause },
    )
  }
}

// The platform's fetch checks integrity where it knows it; files and binaries are checked here.
async function requireIntegrity(bytes: Uint8Array, integrity: string): Promise<void> {
  const [, bits, expected] = /^sha(256|384|512)-([A-Za-z0-9+/=]+)$/.exec(integrity) ?? []
  if (!bits)
    throw refuse('ERR_VALUE', 'options.integrity', show(integrity), 'sha256-, sha384- or sha512- and base64')
  if (!globalThis.crypto?.subtle) return // not a secure context: fetch has already checked
  const digest = await crypto.subtle.digest(`SHA-${bits}`, bytes as Uint8Array<ArrayBuffer>)
  const actual = btoa(String.fromCharCode(...new Uint8Array(digest)))
  if (actual !== expected) {
    throw refuse('ERR_LOAD', 'options.integrity', `a file with sha${bits}-${actual}`, integrity)
  }
}

// The glue never settles when instantiation fails, so that failure is awaited beside it.
function instantiate(glue: CoreFactory, module: WebAssembly.Module): Promise<RawCore> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(new WhereformerError('ERR_LOAD', `the core could not start (${cause})`, { cause }))
    glue({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports)
          .then((instance) => receive(instance, module))
          .catch(fail)
        return {}
      },
    }).then(resolve, fail)
  })
}
