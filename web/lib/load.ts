// Loads the WebAssembly core: variant, source, integrity, errors.

import { addressOf, callbackOf, type Options, optionsOf, signalOf, textOf } from './boundary/checks.js'
import { INSTEAD } from './boundary/code-for.js'
import { Core } from './boundary/core.js'
import { refuse, show, throwIfAborted, WhereformerError } from './boundary/errors.js'
import { instantiate } from './boundary/instantiate.js'
import { isUint8Array, isWasmModule } from './boundary/kinds.js'
import type { CoreFactory } from './boundary/raw.js'
import { memoryBytes, type OpenUrl, type ReadOptions, readSource, refuseHtml } from './checkpoint/source.js'
import { isKnown } from './known-place.js'
import type { CoreOptions, LoadOptions, Variant, WasmSource, WasmSources } from './load-options.js'
import { hasSimd } from './simd.js'
import { oneThread, type ThreadsInfo, threadsOf } from './threads/threads-info.js'
import type { Training, TrainingFrom } from './train/training.js'
import { type Asked, variantOf, varying } from './variant.js'
import { type OnDemand, Whereformer } from './whereformer.js'

/** What differs between browsers, Node and the inline build. */
export interface Platform extends Omit<OnDemand, 'training'> {
  glue: CoreFactory
  wasm: WasmSources
  training: TrainingParts
  /** What loads the core with threads, or why there is one thread. */
  threads: (threadUrl: string | URL | undefined) => Promise<Parallel | string>
}

export type Parallel = (request: {
  options: CoreOptions
  wanted: number | 'auto'
  platform: Platform
  onDemand: OnDemand
}) => Promise<Whereformer>

/** The core for training, and the code that drives it. */
interface TrainingParts {
  code: () => Promise<{ Training: typeof Training; glue: CoreFactory }>
  wasm: WasmSources
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
    const { threads, threadUrl, ...rest } = optionsOf(options, 'options', [...OPTIONS, ...THREAD_OPTIONS])
    const wanted = threadsOf(threads, 'options.threads')
    const given = rest as CoreOptions
    const onDemand = { ...platform, training: trainingOf(platform) }
    const parallel =
      wanted === 1 ? undefined : await platform.threads(addressOf(threadUrl, 'options.threadUrl'))
    const whereformer = await (typeof parallel === 'function'
      ? parallel({ options: given, wanted, platform, onDemand })
      : instanceOf(await compiledModule(given, platform), onDemand, oneThread(wanted, parallel)))
    throwIfAborted(options?.signal)
    return whereformer
  }

/** What it takes besides the options of a core. */
const THREAD_OPTIONS = ['threads', 'threadUrl'] as const

/** The part of loading that may run on another thread. `argument`: what the caller calls these options; `usual`: the variant where they name none. */
export async function compiledModule(
  options: CoreOptions | undefined,
  platform: Files,
  argument = 'options',
  usual: Variant = 'simd',
): Promise<WebAssembly.Module> {
  const given = optionsOf(options, argument, OPTIONS)
  throwIfAborted(signalOf(given.signal, `${argument}.signal`))
  if (!hasSimd())
    throw refuse('ERR_UNSUPPORTED', 'load', 'an engine without WebAssembly SIMD', 'one that has it')
  const asked = variantOf(given.variant ?? usual, platform.wasm, `${argument}.variant`)
  if (given.wasmModule !== undefined) return requireModule(given.wasmModule, argument)
  return moduleFrom(given, asked, platform, argument)
}

export async function instanceOf(
  module: WebAssembly.Module,
  { glue, ...onDemand }: OnDemand & { glue: CoreFactory },
  threads: () => ThreadsInfo = oneThread(),
): Promise<Whereformer> {
  return new Whereformer(await coreOf(glue, module), onDemand, threads)
}

export const coreOf = (glue: CoreFactory, module: WebAssembly.Module) =>
  Core.start(() => instantiate(glue, module))

/** The core for training is of the plain core's variant, unless its own options say otherwise. */
export function trainingOf({ training, open }: Platform, coreFor: CoreFor = plainCore): OnDemand['training'] {
  return async (library, variant) => {
    const { Training, glue } = await training.code()
    const files = { wasm: training.wasm, open }
    const start: TrainingFrom['start'] = (...from) => coreFor(glue, files, [...from, variant], library)
    return new Training({ start, open })
  }
}

/** What a caller says of a core, what it calls that, and the usual variant. */
export type CoreSource = [options: CoreOptions | undefined, argument?: string, usual?: Variant]
/** `library`: the core of the library, which may train itself. */
export type CoreFor = (glue: CoreFactory, files: Files, source: CoreSource, library: Core) => Promise<Core>

const plainCore: CoreFor = async (glue, files, [options, ...named]) =>
  // spread: at most 48 bytes of a digest, or the names of arguments
  coreOf(glue, await compiledModule(options, files, ...named))

export type Files = Pick<Platform, 'wasm' | 'open'>

function requireModule(value: unknown, argument: string): WebAssembly.Module {
  if (isWasmModule(value)) return value
  throw refuse('ERR_TYPE', `${argument}.wasmModule`, show(value), 'a WebAssembly.Module')
}

interface Wasm {
  bytes: Uint8Array<ArrayBuffer>
  /** For messages. */
  from: string
}

/** From the source that the caller names, or an error; without one, from the first source that has the file as it was built. */
async function moduleFrom(
  given: Given,
  asked: Asked,
  { wasm, open }: Files,
  argument: string,
): Promise<WebAssembly.Module> {
  const sources = inOrder(wasm)
  const reading = readingOf(given, open, argument)
  const binary = binaryOf(given, argument)
  const named = binary ?? addressOf(given.wasmUrl, `${argument}.wasmUrl`)
  const vary = varying(asked, wasm)
  const compiled = async ({ bytes, from }: Wasm, blamed: string) =>
    compile({ bytes: await vary(bytes, `${argument}.${blamed}`, from), from })
  if (named !== undefined) {
    const found = await readWasm(named, reading, argument, adviceOn(argument, sources))
    return compiled(found, binary ? 'wasmBinary' : 'wasmUrl')
  }
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

/** The file comes first where it is known to be there. */
const inOrder = ({ simd }: WasmSources): readonly WasmSource[] =>
  isKnown(simd[0]) ? simd : [...simd].reverse()

// A script that is no module has no import.meta.url, so the file has no address; import() may be missing or fail.
async function wasmOf({ name, find }: WasmSource, reading: ReadOptions, argument: string): Promise<Wasm> {
  let place: string | Uint8Array
  try {
    const found = await find()
    place = isUint8Array(found) ? found : found.href // Turbopack's URL is no object of that class
  } catch (cause) {
    throw new WhereformerError('ERR_LOAD', `${name}: could not be loaded (${cause})`, { cause })
  }
  return readWasm(place, reading, argument, ADVICE_ON_PAGE, name)
}

const adviceOn = (argument: string, sources: readonly WasmSource[]) =>
  `Is ${argument}.wasmUrl the address of ${sources[0]?.name ?? 'a core'}?`
const ADVICE_ON_PAGE = 'The server answers with a page where it has no file.'

function notFound(failures: readonly WhereformerError[]): WhereformerError {
  const reasons = failures.map(({ message }) => message.replace(/\.?$/, '.')).join(' ')
  const cause = new AggregateError(failures, reasons)
  return new WhereformerError(
    'ERR_LOAD',
    `the core could not be loaded. ${reasons} Pass wasmUrl, wasmBinary or wasmModule, or ${INSTEAD}`,
    { cause },
  )
}

function binaryOf({ wasmBinary }: Given, argument: string): Uint8Array | undefined {
  const bytes = memoryBytes(wasmBinary, `${argument}.wasmBinary`)
  if (bytes || wasmBinary === undefined) return bytes
  throw refuse('ERR_TYPE', `${argument}.wasmBinary`, show(wasmBinary), 'an ArrayBuffer or a view of one')
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

const isWhole = (wasm: Wasm | undefined) => wasm && WebAssembly.validate(wasm.bytes)

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
  // spread: at most 48 bytes of a digest, or the names of arguments
  const actual = btoa(String.fromCharCode(...new Uint8Array(digest)))
  if (actual !== expected) {
    throw refuse('ERR_LOAD', argument, `a file with sha${bits}-${actual}`, integrity)
  }
}
