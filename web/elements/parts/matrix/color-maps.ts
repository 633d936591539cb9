// Colour maps as tables of 256 pixels: painting is one lookup per cell.

import type { Scheme } from '../element/scheme-controller.js'

export type ColorMapName = 'sequential' | 'signed'

/** 256 pixels in the byte order of ImageData (read as little-endian words, like WebAssembly memory). */
export type ColorTable = Uint32Array

type ControlPoint = readonly [index: number, color: string]

/** The encodings that have a hue: positions/looks.ts. */
export const hues = ['none', 'learned', 'sinusoid', 't5', 'alibi', 'rope'] as const
export type Hue = (typeof hues)[number]

/** At three fifths of the scale, and at its end. Lightness is monotone: darker on light paper, lighter on dark paper. */
const SEQUENTIAL: Readonly<Record<Scheme, Readonly<Record<Hue, readonly [string, string]>>>> = {
  light: {
    none: ['#85827a', '#1a1c1f'],
    learned: ['#c4705f', '#5c140c'],
    sinusoid: ['#b1942b', '#463800'],
    t5: ['#5d83b8', '#0b2447'],
    alibi: ['#3fae99', '#00443a'],
    rope: ['#a67fea', '#3d1486'],
  },
  dark: {
    none: ['#7d858f', '#eceae5'],
    learned: ['#b5503f', '#ffe3dc'],
    sinusoid: ['#a98c1e', '#fff3c4'],
    t5: ['#3f74bd', '#e0edff'],
    alibi: ['#3f9e86', '#e4fff5'],
    rope: ['#9a66dd', '#f6eaff'],
  },
}

/** Zero: a little away from the paper. */
const ZERO: Readonly<Record<Scheme, string>> = { light: '#efece3', dark: '#23282f' }

function sequentialPoints(scheme: Scheme, hue: Hue): readonly ControlPoint[] {
  const [middle, end] = SEQUENTIAL[scheme][hue]
  return [
    [0, ZERO[scheme]],
    [153, middle],
    [255, end],
  ]
}

/** The hue of the figure around an element: --wf-hue, which the figure sets. Grey stands for encodings that have none. */
export function hueOf(element: Element): Hue {
  const asked = getComputedStyle(element).getPropertyValue('--wf-hue').trim()
  return hues.find((hue) => hue === asked) ?? (asked ? 'none' : 'rope')
}

// Magenta below zero, green above; zero is close to the paper. For readers who confuse red and green the first is bluish and the second
// yellowish.
const SIGNED: Record<Scheme, readonly ControlPoint[]> = {
  light: [
    [0, '#7b1a60'],
    [64, '#c86aa6'],
    [127.5, '#f1eee6'],
    [191, '#6f9f44'],
    [255, '#2b5a12'],
  ],
  dark: [
    [0, '#f0a3d6'],
    [64, '#b0568f'],
    [127.5, '#22272e'],
    [191, '#5c8c34'],
    [255, '#a8d080'],
  ],
}

const tables = new Map<string, ColorTable>()

export function colorTable(name: ColorMapName, scheme: Scheme, hue: Hue = 'rope'): ColorTable {
  const key = `${name} ${scheme} ${hue}`
  const known = tables.get(key)
  if (known) return known
  const table = interpolate(name === 'signed' ? SIGNED[scheme] : sequentialPoints(scheme, hue))
  tables.set(key, table)
  return table
}

function interpolate(points: readonly ControlPoint[]): ColorTable {
  return Uint32Array.from({ length: 256 }, (_, index) => {
    const after = Math.max(
      1,
      points.findIndex(([at]) => at >= index),
    )
    return mix(points[after - 1] as ControlPoint, points[after] as ControlPoint, index)
  })
}

function mix([from, a]: ControlPoint, [to, b]: ControlPoint, index: number): number {
  const share = (index - from) / (to - from)
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const [x, y] = [a, b].map((color) => Number.parseInt(color.slice(at, at + 2), 16)) as [number, number]
    return Math.round(x + (y - x) * share)
  }) as [number, number, number]
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0
}
