// How programs turn rows by tables of cosines and sines, y = x · cos + partner(x) · sin: the right form, and the wrong ones by their ids.

import { channelsOf, type PairLayout } from './pairs.js'
import type { Rows } from './rows.js'

export interface Form {
  /** The id of the mistake. */
  mistake?: string
  /** Are the tables laid out for the other layout of pairs? */
  isMixed?: boolean
  /** Does the second channel of a pair come to the first without its minus? */
  isWithoutMinus?: boolean
  /** Do sines stand where cosines belong, and cosines where sines do? */
  isSwapped?: boolean
}

export const RIGHT: Form = {}

export const WRONG_FORMS: readonly Form[] = [
  { mistake: 'rope-mixed-layouts', isMixed: true },
  { mistake: 'rope-no-minus', isWithoutMinus: true },
  { mistake: 'rope-swapped', isSwapped: true },
]

export interface Partner {
  partner: number
  sign: number
}

/** The partner of each channel; of channels outside of the pairs, nothing. */
export function partnersIn(layout: PairLayout, { isWithoutMinus }: Form): Partner[] {
  const partners: Partner[] = []
  for (const [first, second] of channelsOf(layout)) {
    partners[first] = { partner: second, sign: isWithoutMinus ? 1 : -1 }
    partners[second] = { partner: first, sign: 1 }
  }
  return partners
}

/** Which channels share a cosine and a sine. */
export function tablesIn(layout: PairLayout, { isMixed }: Form): PairLayout {
  if (!isMixed) return layout
  return { ...layout, layout: layout.layout === 'half' ? 'interleaved' : 'half' }
}

/** The angles of a row's pairs. */
export type Angles = (head: number, token: number) => ArrayLike<number>

/** The rows that tables of these angles give in a form; `factor` multiplies cosines and sines, which are then stored. */
export function turnedIn(
  form: Form,
  layout: PairLayout,
  { heads, tokens, dim, input }: Rows,
  angles: Angles,
  factor = 1,
  stored: (x: number) => number = (x) => x,
): Float32Array {
  const shared = channelsOf(tablesIn(layout, form))
  const partners = partnersIn(layout, form)
  const output = input.slice()
  for (let token = 0; token < tokens; token++)
    for (let head = 0; head < heads; head++) {
      const row = (head * tokens + token) * dim
      const turns = angles(head, token)
      for (const [place, channels] of shared.entries()) {
        const angle = turns[place] ?? 0
        const [c, s] = [stored(factor * Math.cos(angle)), stored(factor * Math.sin(angle))]
        const [cosine, sine] = form.isSwapped ? [s, c] : [c, s]
        for (const channel of channels) {
          const { partner, sign } = partners[channel] as Partner
          const [x, r] = [input[row + channel] as number, sign * (input[row + partner] as number)]
          output[row + channel] = x * cosine + r * sine
        }
      }
    }
  return output
}
