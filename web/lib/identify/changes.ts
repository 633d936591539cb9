// What would be different if one convention were changed: the parameters of the catalogue, the positions, the direction, the scale.

import { encodings } from '../position/catalogue.js'
import type { EncodingParameter } from '../position/catalogue-entry.js'
import type { Position, PositionEncoding } from '../position/position.js'
import type { Trial } from './compare.js'
import { hooksOf } from './compute.js'
import type { Change, Conventions } from './types.js'

interface Changed {
  convention: string
  value: Change['value']
  how: Conventions
}

const MOST = 8

/** Changes of one convention that make a difference, the largest first. */
export async function changesOf(how: Conventions, { course, measure, tolerance }: Trial): Promise<Change[]> {
  const all = [...changedParameters(how), ...changedPlacing(how)]
  const changed = await course.map(all, async ({ convention, value, how }) => ({
    convention,
    value,
    difference: await measure(how),
  }))
  return changed
    .filter(({ difference }) => difference > tolerance && Number.isFinite(difference))
    .sort((a, b) => b.difference - a.difference)
    .slice(0, MOST)
}

function changedParameters(how: Conventions): Changed[] {
  const { position } = how
  if (!position || Array.isArray(position)) return []
  const part = position as PositionEncoding
  const parameters = parametersOf(part)
  const fields = part as unknown as Record<string, unknown>
  const plain = parameters.filter(({ name }) => !name.includes('.'))
  const changed = plain.flatMap((parameter) =>
    otherValues(parameter, fields[parameter.name]).map((value) => ({
      convention: parameter.name,
      value,
      how: { ...how, position: { ...fields, [parameter.name]: value } as unknown as PositionEncoding },
    })),
  )
  if (fields.scaling === undefined) return changed
  const { scaling: _, ...unscaled } = fields
  const plainRope = { ...how, position: unscaled as unknown as PositionEncoding }
  return [...changed, { convention: 'scaling.ropeType', value: 'default', how: plainRope }]
}

const parametersOf = ({ type }: PositionEncoding): readonly EncodingParameter[] =>
  encodings.find((entry) => entry.type === type)?.parameters ?? []

/** Does the encoding say itself which way it turns? */
export const isReversible = (position: Position | undefined): boolean =>
  position !== undefined &&
  !Array.isArray(position) &&
  parametersOf(position as PositionEncoding).some(({ name }) => name === 'reversed')

function otherValues(
  { kind, choices = [], ...parameter }: EncodingParameter,
  value: unknown,
): Change['value'][] {
  const usual = parameter.default
  const now = value ?? usual
  if (kind === 'choice') return choices.filter((choice) => choice !== now)
  if (kind === 'boolean') return [!now]
  if (parameter.name === 'base') return now === usual ? [500000] : [usual as number]
  return value !== undefined && typeof usual === 'number' && usual !== value ? [usual] : []
}

function changedPlacing(how: Conventions): Changed[] {
  const { offset = 0, reversed, scale, position, mistake } = how
  if (mistake || !position) return []
  const first = [position].flat()[0] as PositionEncoding
  const isByDistance = hooksOf(first.type).includes('bias')
  const { offset: _, reversed: __, scale: ___, ...rest } = how
  const found: Changed[] = []
  const shifted = offset === 0 ? 1 : 0
  const kept = { ...(reversed ? { reversed } : {}), ...(scale === undefined ? {} : { scale }) }
  if (!isByDistance)
    found.push({
      convention: 'offset',
      value: shifted,
      how: { ...rest, ...kept, ...(shifted ? { offset: shifted } : {}) },
    })
  if (first.type === 'xpos')
    found.push({ convention: 'reversed', value: !reversed, how: { ...how, reversed: !reversed } })
  if (scale !== undefined) {
    const { scale: ____, ...unscaled } = how
    found.push({ convention: 'scale', value: 1, how: unscaled })
  }
  return found
}
