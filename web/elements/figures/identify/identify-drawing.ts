// Arrays of an example or of the reader, and what the library says of them.

import type { Identification, IdentifyRequest, Tensor } from 'whereformer'
import type { AnyLibrary } from '../../parts/engine/library.js'
import type { OpenOwn } from '../../parts/formula/open-own.js'
import { OWN } from '../../parts/formula/own-fields.js'
import type { OwnFigure } from '../../parts/formula/own-figure.js'
import type { Example } from './identify-fields.js'

export interface IdentifyDrawing {
  shapes: Readonly<Record<Side, readonly number[] | undefined>>
  found: Identification | undefined
  /** Why the library refuses the two arrays together. */
  trouble: string | undefined
  /** The encoding of the arrays, where it is not in the catalogue. */
  own?: OwnFigure
}

/** Before the encoding; after it, or a matrix of biases alone. */
export type Side = 'input' | 'output'
export type Arrays = Partial<Record<Side, Tensor>>

export async function drawIdentified(
  library: AnyLibrary,
  example: Example,
  given: Arrays,
  openOwn: OpenOwn,
): Promise<IdentifyDrawing> {
  if (example === OWN) {
    const own = await openOwn(() => ({ tokens: OWN_TOKENS, dim: DIM, heads: OWN_HEADS }))
    return { ...(await identified(library, await ownArrays(library, own))), own }
  }
  return identified(library, example === 'none' ? given : await exampleOf(library, example))
}

async function identified(library: AnyLibrary, arrays: Arrays): Promise<IdentifyDrawing> {
  const shapes = { input: arrays.input?.shape, output: arrays.output?.shape }
  const { input, output } = arrays
  if (!output) return { shapes, found: undefined, trouble: undefined }
  const request: IdentifyRequest = input ? { input, output } : { bias: output }
  try {
    return { shapes, found: await library.identify(request), trouble: undefined }
  } catch (cause) {
    return { shapes, found: undefined, trouble: cause instanceof Error ? cause.message : String(cause) }
  }
}

const [HEADS, TOKENS, DIM] = [2, 12, 16]
const [OWN_HEADS, OWN_TOKENS] = [4, 32]

/** What an encoding adds to the scores, or rows before and after it. */
async function ownArrays(library: AnyLibrary, { entry, position, sizes }: OwnFigure): Promise<Arrays> {
  const { heads, tokens } = sizes
  if (!entry.doors.includes('rotate'))
    return { output: await library.bias(position, { heads, queries: tokens, keys: tokens }) }
  const input = rows(1)
  return { input, output: await library.rotate(position, input) }
}

/** Numbers without a pattern, the same on every machine. */
function rows(seed: number): Tensor {
  const data = Float32Array.from({ length: HEADS * TOKENS * DIM }, (_, i) => 2 * noise(seed + i) - 1)
  return { data, shape: [HEADS, TOKENS, DIM] }
}

// 0 … 1 from a whole number (Wang's hash)
function noise(n: number): number {
  let x = (n ^ 61 ^ (n >>> 16)) >>> 0
  x = Math.imul(x, 9) >>> 0
  x = (x ^ (x >>> 4)) >>> 0
  x = Math.imul(x, 0x27d4eb2d) >>> 0
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32
}

async function exampleOf(
  library: AnyLibrary,
  example: Exclude<Example, 'none' | typeof OWN>,
): Promise<Arrays> {
  const input = rows(1)
  const positions = Array.from({ length: TOKENS }, (_, i) => i)
  const scaling = { ropeType: 'yarn', factor: 4, originalMaxPositionEmbeddings: 32 } as const
  switch (example) {
    case 'neighbours':
      return { input, output: await library.rotate({ type: 'rope', layout: 'interleaved' }, input) }
    case 'offset':
      return {
        input,
        output: await library.rotate({ type: 'rope' }, input, { positions: positions.map((p) => p + 1) }),
      }
    case 'yarn':
      return { input, output: await library.rotate({ type: 'rope', scaling }, input) }
    case 'mistake':
      return {
        input,
        output: await library.rotate({ type: 'rope', layout: 'interleaved' }, input, {
          positions: positions.map((p) => p * p),
        }),
      }
    case 'alibi':
      return {
        output: await library.bias({ type: 'alibi', symmetric: true }, { heads: 4, queries: 8, keys: 8 }),
      }
    case 'nothing':
      return { input, output: rows(5000) }
  }
}
