// A figure on a page, as these tests see and use it.

import { expect } from 'vitest'
import { callOn, type View } from './engine.js'

interface Live extends HTMLElement {
  phase: string
  panel: boolean
  state: Record<string, unknown>
  stateText: string
  linkName: string
  trouble?: { message: string }
}

/** In CSS pixels of the window. */
export interface Point {
  x: number
  y: number
}

export class Figure {
  readonly #view: View
  readonly selector: string

  constructor(view: View, selector: string) {
    this.#view = view
    this.selector = selector
  }

  /**
   * Brings it into view and waits for its picture and its settings, or for its question whether to load a model. Figures that come
   * meanwhile may push it out of sight again, so it looks until it is there.
   */
  async seen(wanted = /^ready$/): Promise<this> {
    const look = () =>
      this.#ask((figure) => {
        if (!figure) return 'not there' as string
        const { phase, panel, trouble } = figure
        const { top, bottom } = figure.getBoundingClientRect()
        if (bottom < 0 || top > innerHeight || phase === 'unseen') figure.scrollIntoView({ block: 'center' })
        if (trouble) return `${phase}: ${trouble.message}`
        return phase === 'ready' && !panel ? 'without settings' : phase
      })
    await expect.poll(look, { message: this.selector }).toMatch(wanted)
    return this
  }

  /** Waits until the address says what it is set to, which it does a while after the last change. */
  async linked(): Promise<void> {
    const said = () =>
      this.#ask(({ linkName, stateText }) => {
        return new URLSearchParams(location.hash.slice(1)).get(linkName) === stateText
      })
    await expect.poll(said, { message: `the address says the state of ${this.selector}` }).toBe(true)
  }

  /** Where one of its parts is, at a share of its width, once it rests in the window. */
  async place(selector: string, share = 0.5): Promise<Point> {
    let place = ''
    const look = async () => {
      place = await this.part(selector, placeAtRest)
      return place
    }
    await expect.poll(look, { message: `the place of ${this.selector} ${selector}` }).toMatch(/^\{/)
    const { x, y, width, height } = JSON.parse(place) as DOMRect
    return { x: x + width * share, y: y + height / 2 }
  }

  focus(selector: string): Promise<void> {
    return this.part(selector, (part) => part.focus())
  }

  state(): Promise<Record<string, unknown>> {
    return this.#ask(({ state }) => state)
  }

  property(name: string): Promise<unknown> {
    return this.#ask((figure, key) => (figure as unknown as Record<string, unknown>)[key], name)
  }

  text(): Promise<string> {
    return this.#ask((figure) => figure.shadowRoot?.textContent ?? '')
  }

  /** The labels of controls that stand out of their places. */
  crowded(): Promise<string[]> {
    return this.#ask((figure) => {
      const folded = [
        ...(figure.shadowRoot?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? []),
      ]
      for (const one of folded) one.open = true // what is folded away has no width of its own
      const controls = [...(figure.shadowRoot?.querySelectorAll('.control') ?? [])]
      const wide = controls.filter((control) => control.scrollWidth > control.clientWidth)
      for (const one of folded) one.open = false
      return wide.map((control) => control.querySelector('label')?.textContent ?? '')
    })
  }

  /** How many there are of a part. */
  async count(selector: string): Promise<number> {
    return (await this.texts(selector)).length
  }

  /** What stands in each of a part, from its first to its last. */
  texts(selector: string): Promise<string[]> {
    return this.#parts(selector, (parts) => parts.map((part) => part.textContent?.trim() ?? ''))
  }

  /** The pixels of its first canvas, as text. What has changed is drawn as the next frame begins, and a frame asked for now may have begun. */
  pixels(): Promise<string> {
    return this.part('canvas', async (canvas) => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      return (canvas as HTMLCanvasElement).toDataURL()
    })
  }

  /** How many colours each of its canvases has, up to two. */
  colours(): Promise<number[]> {
    return this.#parts('canvas', (canvases) =>
      canvases.map((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement
        const context = (canvas as HTMLCanvasElement).getContext('2d')
        if (!context || width * height === 0) return 0
        const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
        return pixels.some((pixel) => pixel !== pixels[0]) ? 2 : 1
      }),
    )
  }

  /** Asks the first of a part once it is there, by a selector from the shadow root on; ">>>" goes into those of its parts. */
  async part<Result>(selector: string, inside: (part: HTMLElement) => Result): Promise<Awaited<Result>> {
    const there = () => this.#parts(selector, (parts) => parts.length)
    await expect.poll(there, { message: `${this.selector} has ${selector}` }).toBeGreaterThan(0)
    return callOn(this.#view, [`${this.#found(selector)}[0]`], inside)
  }

  #parts<Result>(
    selector: string,
    inside: (parts: readonly HTMLElement[]) => Result,
  ): Promise<Awaited<Result>> {
    return callOn(this.#view, [this.#found(selector)], inside)
  }

  #ask<Args extends readonly unknown[], Result>(
    inside: (figure: Live, ...args: Args) => Result,
    ...args: Args
  ): Promise<Awaited<Result>> {
    return callOn(this.#view, [`document.querySelector(${JSON.stringify(this.selector)})`], inside, ...args)
  }

  /** An expression for all of a part. */
  #found(selector: string): string {
    return `(${allOf})(${JSON.stringify(`${this.selector} >>> ${selector}`.split(' >>> '))})`
  }
}

/** What the last of the selectors finds below what those before it find, in shadow roots as deep as they go. */
function allOf(selectors: readonly string[]): Element[] {
  const below = (root: ParentNode, selector: string): Element[] => [
    ...root.querySelectorAll(selector),
    ...[...root.querySelectorAll('*')].flatMap((one) =>
      one.shadowRoot ? below(one.shadowRoot, selector) : [],
    ),
  ]
  let found: readonly ParentNode[] = [document]
  for (const selector of selectors) {
    found = found.flatMap((root) => below((root as Element).shadowRoot ?? root, selector))
  }
  return found as Element[]
}

/**
 * The box of an element that stays where it is for ten frames, or what is in the way of that. Not every engine holds a page in place
 * while figures above grow, so those that the reader is near to have to be there.
 */
async function placeAtRest(element: HTMLElement): Promise<string> {
  const coming = (figure: Element) => {
    const { phase, panel } = figure as Live
    const { top, bottom } = figure.getBoundingClientRect()
    const near = bottom > -150 && top < innerHeight + 150 // less than the 200 at which a figure is seen
    if (phase === 'unseen') return near && figure.checkVisibility({ contentVisibilityAuto: true })
    return phase === 'working' || (phase === 'ready' && !panel)
  }
  const box = () => element.getBoundingClientRect()
  if (box().top < 0 || box().bottom > innerHeight) element.scrollIntoView({ block: 'center' })
  const before = JSON.stringify(box())
  for (let frame = 0; frame < 10; frame++) {
    await new Promise(requestAnimationFrame)
    const late = [...document.querySelectorAll('*')].filter((one) => 'phase' in one).find(coming)
    if (late) return `${late.localName} #${late.id} is ${(late as Live).phase}`
    if (JSON.stringify(box()) !== before) return 'it moves'
  }
  return before
}
