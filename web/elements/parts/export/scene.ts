// A vector drawing of a figure: a few kinds of shapes, rendered as SVG or PNG.

import { type ColorToken, colorTokens, tokens } from '../element/tokens.js'

export type Shape = TextShape | PathShape | ImageShape

export interface TextShape {
  kind: 'text'
  x: number
  y: number
  text: string
  size?: number
  anchor?: 'start' | 'middle' | 'end'
  color: string
  bold?: boolean
  /** Degrees, about (x, y). */
  rotation?: number
}

export interface PathShape {
  kind: 'path'
  /** SVG path data. */
  d: string
  stroke?: string
  width?: number
  dash?: readonly number[]
  fill?: string
}

export interface ImageShape {
  kind: 'image'
  x: number
  y: number
  width: number
  height: number
  /** One pixel per cell; scaled up without smoothing. */
  pixels: HTMLCanvasElement
}

export interface Scene {
  /** In CSS pixels. */
  width: number
  height: number
  background: string
  /** Accessible name. */
  title: string
  shapes: readonly Shape[]
}

export const SCENE_FONT = tokens.sans

/** The computed colours of the figure on the page. */
export type SceneColors = Readonly<Record<ColorToken, string>>

export function sceneColors(element: Element): SceneColors {
  const style = getComputedStyle(element)
  const probe = document.createElement('span')
  element.shadowRoot?.append(probe)
  const colors = Object.fromEntries(
    colorTokens.map((name) => {
      probe.style.color = `var(--_${name})`
      return [name, getComputedStyle(probe).color || style.color]
    }),
  )
  probe.remove()
  return colors as SceneColors
}
