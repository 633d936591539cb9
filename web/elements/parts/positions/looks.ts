// One look for each encoding, the same in every figure: a hue, and a dash for those who do not see it.

import type { ColorToken } from '../element/tokens.js'

/** As a line of a chart takes it. */
export interface Look {
  readonly tone: ColorToken
  readonly dash?: readonly number[]
}

const looks = {
  none: { tone: 'none', dash: [1, 4] },
  learned: { tone: 'learned' },
  sinusoidal: { tone: 'sinusoid', dash: [8, 4] },
  t5: { tone: 't5', dash: [2, 3] },
  alibi: { tone: 'alibi', dash: [10, 3, 2, 3] },
  rope: { tone: 'rope' },
} as const satisfies Record<string, Look>

type Hued = keyof typeof looks

/** Ink for the encodings that have no hue of their own: as a line, which a dash tells from others. */
export function lookOfEncoding(name: string): Look {
  return Object.hasOwn(looks, name) ? looks[name as Hued] : { tone: 'ink' }
}

/** The hue of a figure of one encoding. Its content is ink, so that an encoding without a hue of its own is grey. */
export function hueOfEncoding(name: string): ColorToken {
  const { tone } = lookOfEncoding(name)
  return tone === 'ink' ? 'other' : tone
}
