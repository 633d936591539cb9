// Colour maps as tables of 256 pixels: painting is one lookup per cell.

import type { Scheme } from '../element/scheme-controller.js'

export type ColorMapName = 'sequential' | 'signed'

/** 256 pixels in the byte order of ImageData (read as little-endian words, like WebAssembly memory). */
export type ColorTable = Uint32Array

type ControlPoint = readonly [index: number, color: string]

// Cividis (Nuñez, Anderton, Renslow 2018, doi:10.1371/journal.pone.0199239): lightness grows evenly from blue to yellow,
// the same for every common colour blindness. Linear between these points it stays within 2/255 of the published table.
const CIVIDIS: readonly ControlPoint[] = [
  [0, '#00224e'],
  [20, '#003070'],
  [34, '#1e3a6f'],
  [51, '#35456c'],
  [68, '#47516c'],
  [85, '#575d6d'],
  [102, '#666970'],
  [119, '#757575'],
  [136, '#848279'],
  [153, '#948e77'],
  [170, '#a59c74'],
  [187, '#b7a96e'],
  [204, '#c8b866'],
  [221, '#dbc75a'],
  [238, '#eed649'],
  [251, '#fde334'],
  [255, '#fee838'],
]

// Magenta below zero, green above; zero is close to the page colour. Blue and orange say elsewhere what is content and what is
// position. For readers who confuse red and green the first is bluish and the second yellowish.
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

/** The table of a map; cividis is the same in both schemes. */
export function colorTable(name: ColorMapName, scheme: Scheme): ColorTable {
  const key = name === 'signed' ? `signed ${scheme}` : name
  const known = tables.get(key)
  if (known) return known
  const table = interpolate(name === 'signed' ? SIGNED[scheme] : CIVIDIS)
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
