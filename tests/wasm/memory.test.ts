// Attention needs memory for its tokens, not for their pairs.

import { afterEach, expect, test, vi } from 'vitest'
import { load, type Position, type Tensor, type Whereformer } from 'whereformer'
import { Random } from '../support/random.js'

const TOKENS = 4096
const DIM = 16
const MEGABYTE = 2 ** 20

/** A fresh instance of the core, and how many bytes its memory has grown to: it never shrinks. */
async function loadWatched(): Promise<{ wf: Whereformer; bytes: () => number }> {
  const instantiate = WebAssembly.instantiate as unknown as (
    module: WebAssembly.Module,
    imports: WebAssembly.Imports,
  ) => Promise<WebAssembly.Instance>
  const memories: WebAssembly.Memory[] = []
  const watched = async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const instance = await instantiate(module, imports)
    memories.push(...Object.values(instance.exports).filter((one) => one instanceof WebAssembly.Memory))
    return instance
  }
  vi.spyOn(WebAssembly, 'instantiate').mockImplementation(watched as never)
  const wf = await load()
  expect(memories).toHaveLength(1)
  return { wf, bytes: () => memories[0]?.buffer.byteLength ?? Number.NaN }
}

afterEach(() => vi.restoreAllMocks())

const random = new Random(8)
const table = (...shape: number[]): Tensor => random.tensor(...shape)
const documents = Array.from({ length: TOKENS }, (_, i) => Math.floor(i / 1000))

test.each<[string, Position]>([
  ['nothing', { type: 'none' }],
  ['RoPE and a window', [{ type: 'rope' }, { type: 'mask', kind: 'window', left: 512, right: 0 }]],
  ['ALiBi', { type: 'alibi' }],
  ['a table of distances', { type: 't5', table: table(32, 1) }],
  ['vectors by distance', { type: 'shaw', keyTable: table(17, DIM), valueTable: table(17, DIM) }],
  ['documents', { type: 'mask', kind: 'document', documents }],
])('4096 tokens under %s grow the memory by 4 MB at most beyond inputs and output', async (_, position) => {
  const { wf, bytes } = await loadWatched()
  const [query, key, value] = [0, 1, 2].map(() => random.tensor(1, TOKENS, DIM)) as [Tensor, Tensor, Tensor]
  const before = bytes()
  const { output } = wf.attention(query, key, value, { position, isCausal: true })
  const own = 4 * TOKENS * DIM * Float32Array.BYTES_PER_ELEMENT // query, key, value, output
  expect(output.data.every(Number.isFinite)).toBe(true)
  expect(bytes() - before).toBeLessThanOrEqual(own) // 4 MB were free before
})

test('the watch sees memory grow: whole maps are of pairs', async () => {
  const { wf, bytes } = await loadWatched()
  const [query, key, value] = [0, 1, 2].map(() => random.tensor(1, 2048, 1)) as [Tensor, Tensor, Tensor]
  const before = bytes()
  wf.attention(query, key, value, { return: ['weights'] })
  expect(bytes() - before).toBeGreaterThan(2048 * 2048 * Float32Array.BYTES_PER_ELEMENT - 4 * MEGABYTE)
})
