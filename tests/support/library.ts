// One instance of the built package per test file; nothing may stay alive in WebAssembly.

import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { load, type Whereformer } from 'whereformer'

export function useLibrary(): { readonly wf: Whereformer } {
  const held: { wf?: Whereformer } = {}
  beforeAll(async () => {
    held.wf = await load()
  })
  afterEach(() => expect(held.wf?.liveHandles(), 'live handles after the test').toBe(0))
  afterAll(() => expect(held.wf?.liveHandles(), 'live handles at the end').toBe(0))
  return held as { readonly wf: Whereformer }
}
