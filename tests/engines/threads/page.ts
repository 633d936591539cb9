// What a page computes with threads, beside one thread.

import type { LoadOptions, ThreadsInfo } from 'whereformer'

type Library = typeof import('whereformer')

interface Answer {
  isolated: boolean
  threads: ThreadsInfo
  /** Of attention and of a product, the same as with one thread? */
  same: boolean
}

export async function beside({ load }: Library, options: LoadOptions): Promise<Answer> {
  const [one, several] = await Promise.all([load(), load(options)])
  const data = Float32Array.from({ length: 4 * 300 * 32 }, (_, i) => Math.sin(i * i))
  const x = { data, shape: [4, 300, 32] }
  const [a, b] = [
    { data, shape: [192, 200] },
    { data, shape: [200, 192] },
  ]
  const [expected, actual] = [one, several].map((wf) => [
    ...wf.attention(x, x, x, { isCausal: true, position: { type: 'alibi' } }).output.data,
    ...wf.matmul(a, b).data,
  ])
  const same = actual?.every((value, i) => value === expected?.[i]) ?? false
  return { isolated: crossOriginIsolated, threads: several.info.threads, same }
}
