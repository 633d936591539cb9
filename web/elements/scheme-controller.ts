// Canvas pixels do not follow CSS: this controller repaints its host when the page turns dark or light.

import type { LitElement, ReactiveController } from 'lit'
import type { Scheme } from './color-maps.js'

export class SchemeController implements ReactiveController {
  readonly #host: LitElement
  readonly #media: MediaQueryList | undefined
  readonly #observer: MutationObserver | undefined

  constructor(host: LitElement) {
    this.#host = host
    this.#media = globalThis.matchMedia?.('(prefers-color-scheme: dark)')
    this.#observer = globalThis.MutationObserver && new MutationObserver(this.#repaint)
    host.addController(this)
  }

  hostConnected(): void {
    this.#media?.addEventListener('change', this.#repaint)
    this.#observer?.observe(document.documentElement, { attributeFilter: ['class', 'style', 'data-theme'] })
  }

  hostDisconnected(): void {
    this.#media?.removeEventListener('change', this.#repaint)
    this.#observer?.disconnect()
  }

  // `color-scheme` may say "light dark"; which of the two holds is asked of a colour that differs between them.
  scheme(canvas: HTMLCanvasElement): Scheme {
    return getComputedStyle(canvas).color === 'rgb(255, 255, 255)' ? 'dark' : 'light'
  }

  readonly #repaint = (): void => this.#host.requestUpdate()
}
