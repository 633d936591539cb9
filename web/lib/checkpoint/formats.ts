// What comes where safetensors are wanted: known by its first bytes or by the name of the file, with what to do about it.

import { show, WhereformerError } from '../boundary/errors.js'

/** Formats other than safetensors that are read, each with code of its own. */
export type ReaderName = 'gguf' | 'torch'

export interface Format {
  /** The name of the format, with its article. */
  readonly name: string
  readonly kind: FormatKind
  readonly advice: string
  /** Recognises the format by the first bytes, one character each. */
  readonly is: (start: string) => boolean
  /** The names of such files. */
  readonly files?: RegExp
  /** What reads it, of weights that are read all the same. */
  readonly reader?: ReaderName
}

/** `missing`: the file of weights is elsewhere; `packed`: it may be inside; `weights`: weights in another format. */
type FormatKind = 'missing' | 'packed' | 'weights'

/** How many bytes tell every format apart: the mark of tar is at 257. */
export const FIRST_BYTES = 512

const AGAIN = 'download it again'
const SAVE =
  'take model.safetensors of the same repository, or write it in Python: model.save_pretrained(folder)'
const MADE_FROM = 'take the safetensors files of the model that it was made from'

const begins =
  (...marks: readonly string[]) =>
  (start: string) =>
    marks.some((mark) => start.startsWith(mark))
const holds = (mark: string, at: number) => (start: string) => start.startsWith(mark, at)
const ZIP = 'PK\x03\x04'
const zipWith = (file: string) => (start: string) => start.startsWith(ZIP) && start.includes(file)

/** How PyTorch began its files before version 1.6: a pickle of a number. */
const BEFORE_ZIP = '\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.'

const missing = (name: string, is: Format['is'], advice = AGAIN): Format => ({
  name,
  kind: 'missing',
  is,
  advice,
})
const weights = (name: string, is: Format['is'], files: RegExp, advice = SAVE): Format => ({
  name,
  kind: 'weights',
  is,
  files,
  advice,
})
const readBy = (reader: ReaderName, format: Format): Format => ({ ...format, reader })
const packed = (name: string, is: Format['is'], files: RegExp): Format => ({
  name,
  kind: 'packed',
  is,
  files,
  advice: 'unpack it first',
})

const page = missing(
  'an HTML or XML page',
  (start) => /^(?:\xef\xbb\xbf)?\s*</.test(start),
  'is the address right? A server may answer with a page where it has no file, or wants a login',
)

const formats: readonly Format[] = [
  missing(
    'a Git LFS pointer',
    begins('version https://git-lfs'),
    'run "git lfs pull" in the clone, or download the file itself',
  ),
  page,
  missing('zeros', begins('\0'.repeat(9)), 'download it again, to its end'),
  weights('a program of TorchScript', isTorchScript, /^$/),
  readBy('torch', weights('a PyTorch checkpoint', zipWith('data.pkl'), /\.(?:bin|pth?|ckpt)$/i)),
  readBy('torch', weights('a PyTorch checkpoint', begins(BEFORE_ZIP), /^$/)),
  weights('a pickle of Python', isPickle, /\.(?:pkl|pickle)$/i),
  readBy('gguf', weights('a GGUF file', begins('GGUF'), /\.gguf$/i, MADE_FROM)),
  weights('a GGML file', begins('lmgg', 'fmgg', 'tjgg', 'algg'), /\.ggml$/i, MADE_FROM), // little-endian words
  weights('an ONNX file', isOnnx, /\.(?:onnx(?:[._]data)?|ort)$/i, MADE_FROM),
  weights('an HDF5 file of Keras or TensorFlow', begins('\x89HDF'), /\.(?:h5|hdf5|keras)$/i),
  weights('a model of TensorFlow', begins('\x08\x01\x12'), /\.(?:pb|index|data-\d+-of-\d+)$/i),
  weights('a TensorFlow Lite file', holds('TFL3', 4), /\.tflite$/i, MADE_FROM),
  weights('a MessagePack file of Flax', isFlax, /\.msgpack$/i),
  weights('a NumPy archive', zipWith('.npy'), /\.npz$/i),
  weights('a NumPy array', begins('\x93NUMPY'), /\.npy$/i),
  packed('a ZIP archive', begins(ZIP), /\.zip$/i),
  packed('a gzip file', begins('\x1f\x8b'), /\.t?gz$/i),
  packed('a Zstandard file', begins('\x28\xb5\x2f\xfd'), /\.zst$/i),
  packed('a bzip2 file', begins('BZh'), /\.bz2$/i),
  packed('an xz file', begins('\xfd7zXZ\0'), /\.xz$/i),
  packed('a 7-Zip archive', begins('7z\xbc\xaf\x27\x1c'), /\.7z$/i),
  packed('a tar archive', holds('ustar', 257), /\.(?:tar|nemo)$/i),
]

/** A pickle of protocol 2 to 5. */
function isPickle(start: string): boolean {
  const protocol = start.charCodeAt(1)
  return start.startsWith('\x80') && protocol >= 2 && protocol <= 5
}

/** An archive of torch.jit.save, which begins with tensors or code; that of torch.save begins with data.pkl. */
function isTorchScript(start: string): boolean {
  return start.startsWith(ZIP) && /^[^/]+\/(?:data\/|code\/|constants\.pkl)/.test(start.slice(30))
}

/** ONNX's ModelProto: ir_version, from 3 on, as field 1, then one of its other fields. */
function isOnnx(start: string): boolean {
  const [version, next] = [start.charCodeAt(1), start.slice(2, 3)]
  const others = '\x12\x1a"(2:B'
  return start.startsWith('\x08') && version >= 3 && version < 32 && next !== '' && others.includes(next)
}

/** Flax's msgpack: a map of up to fifteen names, or with a count of 16 bits. */
function isFlax(start: string): boolean {
  return /^(?:[\x81-\x8f]|\xde..)[\xa1-\xbf\xd9]/s.test(start)
}

/** The format of a file, by its first bytes or all of them; undefined for safetensors, text and whatever else is not known. */
export function formatOf(bytes: Uint8Array): Format | undefined {
  const start = startOf(bytes)
  return formats.find(({ is }) => is(start))
}

// spread: 512 bytes
const startOf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, FIRST_BYTES))

/** The name of a format without its article. */
export const titleOf = ({ name }: Format) => name.replace(/^an? /, '')

/** Names of files in other formats, each with what it is. */
export function foreignAmong(names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const format = formats.find(({ files }) => files?.test(name))
    return format ? [`${name} (${titleOf(format)})`] : []
  })
}

/** The refusal of what is no safetensors file; undefined where its first bytes do not tell. */
export function refusalOf(bytes: Uint8Array, label: string): WhereformerError | undefined {
  const format = formatOf(bytes) ?? textIn(startOf(bytes))
  return format && insteadOf('safetensors', format, label)
}

/** The refusal of what is no JSON file, if its first bytes tell what it is: files of a tokenizer are often in Git LFS too. */
export function refusalOfJson(bytes: Uint8Array, label: string): WhereformerError | undefined {
  const format = formatOf(bytes)
  return format && insteadOf('JSON', format, label)
}

type Found = Pick<Format, 'name' | 'advice'>

function insteadOf(wanted: string, format: Found, label: string): WhereformerError {
  const { name, advice } = format
  const code = format === page ? 'ERR_LOAD' : 'ERR_PARSE'
  return new WhereformerError(code, `${label}: got ${name}, wanted ${wanted}: ${advice}`)
}

/** What a text is that stands for weights: the answer of a server that was saved as a file, or another file of the model. */
function textIn(start: string): Found | undefined {
  if (!/^[\t\n\r -~]+$/.test(start)) return undefined
  if (start.includes('"weight_map"')) {
    const advice =
      'pass { index, file }, the parsed index and a function from the name of a shard to its source'
    return { name: 'an index of shards', advice }
  }
  return { name: `the text ${show(start.trim())}`, advice: AGAIN }
}
