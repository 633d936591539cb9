// A vector drawing of a figure: a few kinds of shapes, rendered as SVG or PNG.

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

export const SCENE_FONT =
  'ui-sans-serif, system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'

/** The computed colours of the figure on the page. */
export interface SceneColors {
  text: string
  quiet: string
  line: string
  page: string
  content: string
  position: string
}

export function sceneColors(element: Element): SceneColors {
  const style = getComputedStyle(element)
  const probe = document.createElement('span')
  element.shadowRoot?.append(probe)
  const color = (name: string) => {
    probe.style.color = `var(--_${name})`
    return getComputedStyle(probe).color || style.color
  }
  const colors = {
    text: color('text'),
    quiet: color('quiet'),
    line: color('line'),
    page: color('page'),
    content: color('content'),
    position: color('position'),
  }
  probe.remove()
  return colors
}
