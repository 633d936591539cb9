// The same work compiled for this machine: native.cpp prints JSON.
import { join } from 'node:path'
import { root } from '../../tools/paths.mjs'
import { capture } from '../../tools/process.mjs'

/** @returns {{lanes: number, peak: number, items: Record<string, {ms: number, flops: number}>} | undefined} */
export function runNative() {
  console.log('  native')
  const output = capture(join(root, 'build/native/whereformer_bench'), [])
  return output ? JSON.parse(output) : undefined
}
