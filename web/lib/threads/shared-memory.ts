// The memory of a core with threads. A browser reserves at once whatever a shared memory may grow to, and may refuse it.

import { messageOf } from '../boundary/errors.js'

/** The pages of 64 KiB that shared memory begins with: 4608 KiB, as bindings/CMakeLists.txt says. */
const FIRST = 72

/** The pages that shared memory may grow to: the 2 GiB of the core, or less. iOS grants 1 GiB at most. */
const MOST = [32768, 16384, 8192, 4096] as const
const [, , , LEAST] = MOST

const memoryOf = (maximum: number) => new WebAssembly.Memory({ initial: FIRST, maximum, shared: true })

/** The largest shared memory that the browser grants. */
export function sharedMemory(): WebAssembly.Memory {
  for (const pages of MOST) {
    try {
      return memoryOf(pages)
    } catch {} // another may be granted
  }
  return memoryOf(LEAST)
}

/** Why shared memory is refused; undefined if it is granted. */
export function memoryRefusal(): string | undefined {
  try {
    memoryOf(LEAST)
    return undefined
  } catch (cause) {
    return `shared memory is refused here, even ${LEAST / 16} MiB of it (${messageOf(cause)})`
  }
}
