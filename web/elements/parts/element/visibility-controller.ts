// Calls back once per connection when its host is visible, or nearly.

import type { LitElement, ReactiveController } from 'lit'

export class VisibilityController implements ReactiveController {
  readonly #host: LitElement
  readonly #onSeen: () => void
  #observer: IntersectionObserver | undefined

  constructor(host: LitElement, onSeen: () => void) {
    this.#host = host
    this.#onSeen = onSeen
    host.addController(this)
  }

  hostConnected(): void {
    if (typeof IntersectionObserver === 'undefined') {
      queueMicrotask(this.#onSeen) // without layout (jsdom) everything counts as visible
      return
    }
    this.#observer = new IntersectionObserver((entries) => this.#look(entries), { rootMargin: '200px 0px' })
    this.#observer.observe(this.#host)
  }

  hostDisconnected(): void {
    this.#observer?.disconnect()
    this.#observer = undefined
  }

  #look(entries: readonly IntersectionObserverEntry[]): void {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    this.#observer?.disconnect()
    this.#onSeen()
  }
}
