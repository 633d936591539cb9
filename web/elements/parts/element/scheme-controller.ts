// Canvas pixels do not follow CSS: this controller repaints its host when the colour scheme changes. Its canvas has the style
// `schemeProbe`: a colour that differs between the schemes, whose transition fires an event.

import type { LitElement, ReactiveController } from 'lit'

export type Scheme = 'light' | 'dark'

export class SchemeController implements ReactiveController {
  readonly #host: LitElement

  constructor(host: LitElement) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    this.#host.renderRoot?.addEventListener('transitionend', this.#repaint)
  }

  hostUpdated(): void {
    this.#host.renderRoot.addEventListener('transitionend', this.#repaint) // idempotent
  }

  hostDisconnected(): void {
    this.#host.renderRoot?.removeEventListener('transitionend', this.#repaint)
  }

  scheme(canvas: Element): Scheme {
    return schemeOf(canvas)
  }

  readonly #repaint = (): void => this.#host.requestUpdate()
}

// `color-scheme` may be "light dark"; a colour that differs between the schemes shows which one applies. During the transition it is
// neither. Elements without a probe borrow one.
export function schemeOf(element: Element): Scheme {
  const [red = 0] = (colorOf(element).match(/\d+/g) ?? []).map(Number)
  return red > 127 ? 'dark' : 'light'
}

function colorOf(element: Element): string {
  if (!element.shadowRoot) return getComputedStyle(element).color
  const probe = document.createElement('span')
  probe.style.color = 'light-dark(#000, #fff)'
  element.shadowRoot.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
