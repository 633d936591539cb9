// A sound in place of ids: its argument, and the rows that it becomes. Rows are made when a pass needs them, after all arguments were read.

import type { TensorLike } from '../../boundary/tensor.js'
import type { SignalReader } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { withRows } from './rows.js'

export interface Sound {
  /** The name of the argument. */
  name: 'inputFeatures' | 'inputValues'
  /** The shape of one sound: sizes that are required, or what an axis counts. */
  axes: readonly (number | string)[]
  /** The tokens of a sound of this shape; none where it is too short. */
  tokens(shape: readonly number[]): number
  /** What a sound has to have where `tokens` is 0. */
  least?: string
  /** The embeddings of one sound [tokens, width]. */
  rows(data: Float32Array): Float32Array
  /** The width of the model. */
  width: number
  /** The stacks that read it. */
  stacks: 'stacks' | 'encoderStacks'
}

export function soundReader(parts: FamilyParts, sound: Sound): SignalReader {
  return {
    read(input, argument = 'input') {
      const { [sound.name]: given, ...rest } = parts.fieldsOf(input ?? null, argument)
      // the cache has read its sound
      if (given === undefined && rest.past !== undefined)
        return { input: rest, request: (request) => request }
      refuseBeside(parts, sound, rest, argument)
      const { sounds, batched, tokens } = soundsIn(parts, sound, given, `${argument}.${sound.name}`)
      const ids = sounds.map(() => new Int32Array(tokens))
      return {
        input: { ...rest, inputIds: batched ? ids : ids[0] },
        request: (request, i) => {
          const rows = sound.rows(sounds[i] as Float32Array)
          const stacks = withRows(request[sound.stacks], rows, sound.width)
          return { ...request, [sound.stacks]: stacks, override: true }
        },
      }
    },
  }
}

/** What ids have and sounds do not. */
function refuseBeside(
  { refuse, show }: FamilyParts,
  { name }: Sound,
  rest: Record<string, unknown>,
  argument: string,
): void {
  const stranger = ['inputIds', 'attentionMask', 'positionIds'].find((key) => rest[key] !== undefined)
  if (stranger === undefined) return
  const wanted = `${name} alone: this model reads sounds, without padding`
  throw refuse('ERR_UNSUPPORTED', `${argument}.${stranger}`, show(rest[stranger]), wanted)
}

function soundsIn(parts: FamilyParts, sound: Sound, value: unknown, argument: string) {
  const { refuse, shapeText, tensorOf } = parts
  const { axes, least } = sound
  const wanted = `[${axes.join(', ')}], or sounds of this shape in a batch`
  if (value === undefined)
    throw refuse('ERR_VALUE', argument, 'nothing', `a tensor { data, shape } of shape ${wanted}`)
  const given: TensorLike = tensorOf(value, argument, [axes.length, axes.length + 1])
  const batched = given.shape.length > axes.length
  const [count = 1, ...shape] = batched ? given.shape : [1, ...given.shape]
  const fits = axes.every((axis, i) => typeof axis === 'string' || axis === shape[i])
  if (count < 1 || !fits) throw refuse('ERR_SHAPE', argument, `shape ${shapeText(given.shape)}`, wanted)
  const tokens = sound.tokens(shape)
  if (tokens < 1) throw refuse('ERR_SHAPE', argument, `shape ${shapeText(given.shape)}`, least ?? wanted)
  const each = shape.reduce((product, size) => product * size, 1)
  const sounds = Array.from({ length: count }, (_, i) => given.data.slice(i * each, (i + 1) * each))
  return { sounds, batched, tokens }
}
