// Sizes of files in the sentences of examples/: the script that readers copy, and trained models. One that is right within 5 % is kept.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from '../paths.mjs'
import { inMegabytes, TOLERANCE } from './sizes.mjs'

/** The files whose sizes a page gives, in the order of the sizes. */
const pages = {
  'examples/README.md': ['script', 'compressed', 'script', 'compressed', 'model', 'smallModel', 'model'],
  'examples/myst-jupyter/README.md': ['script', 'script'],
  'examples/myst-jupyter/jupyter-book/notebook.ipynb': ['script', 'script'],
}

/** @returns {Map<string, string>} path from the root → text */
export function examplesWithSizes() {
  const bytes = measured()
  return new Map(Object.entries(pages).map(([path, names]) => [path, withSizes(path, names, bytes)]))
}

function measured() {
  const script = readFileSync(join(root, 'dist/elements/inline.js'))
  return {
    script: script.length,
    compressed: brotliCompressSync(script).length,
    model: sizeOfModel('rope'),
    smallModel: sizeOfModel('small-rope'),
  }
}

const sizeOfModel = (name) =>
  statSync(join(root, `web/demo/public/models/tiny-shakespeare-${name}/model.safetensors`)).size

function withSizes(path, names, bytes) {
  const left = [...names]
  const text = readFileSync(join(root, path), 'utf8').replace(/([\d.]+) MB\b/g, (size, number) => {
    const known = bytes[left.shift()] ?? Number.NaN
    return isClose(Number(number) * 1e6, known) ? size : inMegabytes(known)
  })
  if (left.length > 0 || text.includes('NaN MB'))
    throw new Error(`${path} has other sizes than tools/generate/example-sizes.mjs knows`)
  return text
}

/** A tenth of a MB is as exact as these sentences are. */
const isClose = (written, bytes) => Math.abs(written - bytes) <= Math.max(TOLERANCE * bytes, 0.05e6)
