// The .wasm file of a core: found, read, made of the variant that is wanted, compiled.

import { addressOf, callbackOf, type Options, optionsOf, signalOf, textOf } from './boundary/checks.js'
import { INSTEAD } from './boundary/code-for.js'
import { refuse, show, throwIfAborted, WhereformerError } from './boundary/errors.js'
import { isUint8Array, isWasmModule } from './boundary/kinds.js'
import { memoryBytes, type OpenUrl, type ReadOptions, readSource, refuseHtml } from './checkpoint/source.js'
import { isKnown } from './known-place.js'
import type { CoreOptions, Variant, WasmSource, WasmSources } from './load-options.js'
import { hasSimd } from './simd.js'
import { variantOf, varying } from './variant.js'

export const CORE_OPTIONS = [
  'variant',
  'wasmUrl',
  'wasmBinary',
  'wasmModule',
  'integrity',
  'signal',
  'onProgress',
] as const
type Given = Options<(typeof CORE_OPTIONS)[number]>

/** Where a platform has the files of a core. */
export interface Files {
  wasm: WasmSources
  open: OpenUrl
}

/** What a caller says of a core, what it calls that, and the variant where it names none. */
export type CoreSource = [options: CoreOptions | undefined, argument?: string, usual?: Variant]

/** Needs no instance, so it may run on another thread than the core. */
export async function compiledModule(
  [options, argument = 'options', usual = 'simd']: CoreSource,
  { wasm, open }: Files,
): Promise<WebAssembly.Module> {
  const given = optionsOf(options, argument, CORE_OPTIONS)
  throwIfAborted(signalOf(given.signal, `${argument}.signal`))
  if (!hasSimd())
    throw refuse('ERR_UNSUPPORTED', 'load', 'an engine without WebAssembly SIMD', 'one that has it')
  const asked = variantOf(given.variant ?? usual, wasm, `${argument}.variant`)
  if (given.wasmModule !== undefined) return requireModule(given.wasmModule, argument)
  const search: Search = { sources: inOrder(wasm), reading: readingOf(given, open, argument), argument }
  const named = binaryOf(given, argument) ?? addressOf(given.wasmUrl, `${argument}.wasmUrl`)
  const vary = varying(asked, wasm)
  const compiled: Compiled = async ({ bytes, from }, blamed) =>
    compile({ bytes: await vary(bytes, `${argument}.${blamed}`, from), from })
  return named === undefined ? moduleFound(search, compiled) : moduleNamed(named, search, compiled)
}

interface Search {
  sources: readonly WasmSource[]
  reading: ReadOptions
  /** What the caller calls the options. */
  argument: string
}

interface Wasm {
  bytes: Uint8Array<ArrayBuffer>
  /** Names the file in messages. */
  from: string
}

/** `blamed`: the option at fault where the file cannot become the variant. */
type Compiled = (found: Wasm, blamed: keyof CoreOptions) => Promise<WebAssembly.Module>

function requireModule(value: unknown, argument: string): WebAssembly.Module {
  if (isWasmModule(value)) return value
  throw refuse('ERR_TYPE', `${argument}.wasmModule`, show(value), 'a WebAssembly.Module')
}

function readingOf(given: Given, open: OpenUrl, argument: string): ReadOptions {
  return {
    open,
    phase: 'wasm',
    integrity: given.integrity === undefined ? undefined : textOf(given.integrity, `${argument}.integrity`),
    signal: signalOf(given.signal, `${argument}.signal`),
    onProgress: callbackOf(given.onProgress, `${argument}.onProgress`),
  }
}

function binaryOf({ wasmBinary }: Given, argument: string): Uint8Array | undefined {
  const bytes = memoryBytes(wasmBinary, `${argument}.wasmBinary`)
  if (bytes || wasmBinary === undefined) return bytes
  throw refuse('ERR_TYPE', `${argument}.wasmBinary`, show(wasmBinary), 'an ArrayBuffer or a view of one')
}

/** The file comes first where it is known to be there. */
const inOrder = ({ simd }: WasmSources): readonly WasmSource[] =>
  isKnown(simd[0]) ? simd : [...simd].reverse()

/** The source that the caller names, or an error. */
async function moduleNamed(
  named: string | URL | Uint8Array,
  { sources, reading, argument }: Search,
  compiled: Compiled,
): Promise<WebAssembly.Module> {
  const advice = `Is ${argument}.wasmUrl the address of ${sources[0]?.name ?? 'a core'}?`
  const found = await readWasm(named, reading, argument, advice)
  return compiled(found, isUint8Array(named) ? 'wasmBinary' : 'wasmUrl')
}

/** The first source that has the file as it was built; with a digest to check, the first one or an error. */
async function moduleFound(
  { sources, reading, argument }: Search,
  compiled: Compiled,
): Promise<WebAssembly.Module> {
  const [first] = sources
  if (reading.integrity !== undefined && first)
    return compiled(await wasmOf(first, reading, argument), 'variant')
  const failures: WhereformerError[] = []
  for (const source of sources) {
    let found: Wasm | undefined
    try {
      found = await wasmOf(source, reading, argument)
      return await compiled(found, 'variant')
    } catch (cause) {
      if (!(cause instanceof WhereformerError) || cause.code !== 'ERR_LOAD' || isWhole(found)) throw cause
      failures.push(cause)
    }
  }
  throw notFound(failures)
}

// A script that is no module has no import.meta.url, so the file has no address; import() may be missing or fail.
async function wasmOf({ name, find }: WasmSource, reading: ReadOptions, argument: string): Promise<Wasm> {
  let place: string | Uint8Array
  try {
    const found = await find()
    place = isUint8Array(found) ? found : found.href // Turbopack's URL is no object of that class
  } catch (cause) {
    throw new WhereformerError('ERR_LOAD', `${name}: could not be loaded (${cause})`, { cause })
  }
  const advice = 'The server answers with a page where it has no file.'
  return readWasm(place, reading, argument, advice, name)
}

function notFound(failures: readonly WhereformerError[]): WhereformerError {
  const reasons = failures.map(({ message }) => message.replace(/\.?$/, '.')).join(' ')
  const cause = new AggregateError(failures, reasons)
  return new WhereformerError(
    'ERR_LOAD',
    `the core could not be loaded. ${reasons} Pass wasmUrl, wasmBinary or wasmModule, or ${INSTEAD}`,
    { cause },
  )
}

async function readWasm(
  source: string | URL | Uint8Array,
  reading: ReadOptions,
  argument: string,
  advice: string,
  name = 'wasmBinary',
): Promise<Wasm> {
  const bytes = await readSource(source, reading)
  const inMemory = isUint8Array(source)
  if (reading.integrity) await requireIntegrity(bytes, reading.integrity, `${argument}.integrity`, inMemory)
  const from = inMemory ? name : String(source)
  refuseHtml(bytes, from, advice)
  return { bytes: bytes as Uint8Array<ArrayBuffer>, from }
}

// fetch checks integrity if the platform supports it; files and binaries are checked here.
async function requireIntegrity(
  bytes: Uint8Array,
  integrity: string,
  argument: string,
  inMemory: boolean,
): Promise<void> {
  const [, bits, expected] = /^sha(256|384|512)-([A-Za-z0-9+/=]+)$/.exec(integrity) ?? []
  if (!bits) throw refuse('ERR_VALUE', argument, show(integrity), 'sha256-, sha384- or sha512- and base64')
  const digest = await globalThis.crypto?.subtle?.digest(`SHA-${bits}`, bytes as Uint8Array<ArrayBuffer>)
  if (!digest) {
    // not a secure context: only fetch checks there
    if (inMemory) throw refuse('ERR_UNSUPPORTED', argument, 'bytes that this page cannot hash', 'https')
    return
  }
  // spread: at most 48 bytes of a digest
  const actual = btoa(String.fromCharCode(...new Uint8Array(digest)))
  if (actual !== expected) {
    throw refuse('ERR_LOAD', argument, `a file with sha${bits}-${actual}`, integrity)
  }
}

async function compile(wasm: Wasm): Promise<WebAssembly.Module> {
  const { bytes, from } = wasm
  try {
    return await WebAssembly.compile(bytes)
  } catch (cause) {
    const reason = isWhole(wasm)
      ? `may not be compiled here (${cause}). A content security policy must allow 'wasm-unsafe-eval'; where only deployed modules may run, pass wasmModule`
      : `is not a WebAssembly file that this engine can compile (${cause})`
    throw new WhereformerError('ERR_LOAD', `${from}: ${reason}`, { cause })
  }
}

const isWhole = (wasm: Wasm | undefined) => wasm && WebAssembly.validate(wasm.bytes)
