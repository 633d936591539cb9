// Numbers beside the strip, and where its forms are on the way from counting to waves.

import { short } from '../../../content/format.js'
import type { View } from './strip-shapes.js'
import type { WavesDrawing } from './waves-drawing.js'
import type { Form } from './waves-fields.js'

export const STOPS: Readonly<Record<Form, number>> = { count: 0, binary: 1, waves: 2, table: 2 }

export interface Labels {
  /** By channel from the lowest: weights of digits, or positions per wave. */
  rows: readonly string[]
  /** How visible they are. */
  apart: number
  /** The largest number and the smallest, while counting. */
  ends: readonly string[]
}

export function labelsOf({ channels, divided, waves }: WavesDrawing, { form, columns }: View): Labels {
  const apart = Math.min(1, form)
  const label = (i: number) => (form < 1.5 ? String(2 ** i) : short(waves.wavelengths[i] ?? 0))
  const last = Math.round(columns) - 1
  return {
    apart,
    rows: apart > 0 ? Array.from({ length: channels }, (_, i) => label(i)) : [],
    ends: apart < 1 ? [divided ? short(last / (last + 1)) : String(last), '0'] : [],
  }
}
