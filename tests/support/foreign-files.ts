// Files that people give where safetensors are wanted, as their programs write them.

import { deflateRawSync, gzipSync } from 'node:zlib'
import { npyFile } from './npy-file.js'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const followed = (start: string, length = 4096) => {
  const file = new Uint8Array(length).fill(0x5a)
  file.set(bytes(start))
  return file
}

export const lfsPointer = bytes(
  `version https://git-lfs.github.com/spec/v1\noid sha256:${'4d7a'.repeat(16)}\nsize 548105171\n`,
)

/** One file of a ZIP archive; `names` of more than one are not needed here. */
export function zip(name: string, content: Uint8Array = new Uint8Array(256), deflated = false): Uint8Array {
  const data = deflated ? deflateRawSync(content) : content
  const header = new DataView(new ArrayBuffer(30))
  header.setUint32(0, 0x04034b50, true)
  header.setUint16(4, 20, true)
  header.setUint16(8, deflated ? 8 : 0, true)
  header.setUint32(18, data.length, true)
  header.setUint32(22, content.length, true)
  header.setUint16(26, name.length, true)
  return Uint8Array.of(...new Uint8Array(header.buffer), ...bytes(name), ...data)
}

function tar(name: string): Uint8Array {
  const file = new Uint8Array(1024)
  file.set(bytes(name))
  file.set(bytes('ustar\x0000'), 257)
  return file
}

/** The start of a file, and what an error calls it. */
export const foreignFiles: readonly (readonly [is: string, file: Uint8Array])[] = [
  ['a Git LFS pointer', lfsPointer],
  ['an HTML or XML page', bytes('\n<!DOCTYPE html><html><title>Sign in</title></html>')],
  ['an HTML or XML page', bytes('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>')],
  ['an HTML or XML page', bytes('\xef\xbb\xbf<html></html>')],
  ['the text "Entry not found"', bytes('Entry not found\n')],
  ['the text "404"', bytes('404')],
  ['the text "{\\"error\\":\\"Repository not found\\"}"', bytes('{"error":"Repository not found"}')],
  ['an index of shards', bytes('{"metadata":{},"weight_map":{"a":"model-00001-of-00002.safetensors"}}')],
  ['zeros', new Uint8Array(5000)],
  ['a PyTorch checkpoint', zip('pytorch_model/data.pkl')],
  ['a PyTorch checkpoint', zip('archive/data.pkl')],
  ['a PyTorch checkpoint', followed('\x80\x02\x8a\x0al\xfc\x9cF\xf9 j\xa8P\x19.')], // torch.save before 1.6
  ['a pickle of Python', followed('\x80\x04\x95\x0c\0\0\0\0\0\0\0}\x94')],
  ['a GGUF file', followed('GGUF\x03\0\0\0')],
  ['a GGML file', followed('tjgg\x03\0\0\0')],
  ['an ONNX file', followed('\x08\x07\x12\x07pytorch\x1a\x052.1.0:')],
  ['an ONNX file', followed('\x08\x08:\xc0\xe1\x01\x0a')],
  ['an HDF5 file of Keras or TensorFlow', followed('\x89HDF\r\n\x1a\n\0\0\0\0\0\x08\x08\0')],
  ['a model of TensorFlow', followed('\x08\x01\x12\xb5\x84\x03\x0a')],
  ['a TensorFlow Lite file', followed('\x1c\0\0\0TFL3\x14\0')],
  ['a MessagePack file of Flax', followed('\x81\xa6params\x82\xa5model')],
  ['a MessagePack file of Flax', followed('\xde\0\x20\xd9\x24')],
  ['a NumPy archive', zip('wte.npy', npyFile([1, 2], [2]))],
  ['a NumPy archive', zip('wte.npy', npyFile([1, 2], [2]), true)],
  ['a NumPy array', npyFile([1, 2], [2])],
  ['a ZIP archive', zip('model/config.json')],
  ['a gzip file', gzipSync(new Uint8Array(3000))],
  ['a Zstandard file', followed('\x28\xb5\x2f\xfd\x04\x58')],
  ['a bzip2 file', followed('BZh91AY&SY')],
  ['an xz file', followed('\xfd7zXZ\0\0\x04')],
  ['a 7-Zip archive', followed('7z\xbc\xaf\x27\x1c\0\x04')],
  ['a tar archive', tar('./model_config.yaml')],
]
