// Which language an element speaks: that of its own attribute, else of the closest ancestor with one, shadow roots included; live.

import type { LitElement, ReactiveController } from 'lit'
import { type Language, languageOf } from './language.js'

export class LanguageController implements ReactiveController {
  language: Language = 'en'
  readonly #host: LitElement
  #observer: MutationObserver | undefined

  constructor(host: LitElement) {
    this.#host = host
    host.addController(this)
  }

  hostConnected(): void {
    this.#observer = new MutationObserver(() => this.refresh())
    for (const root of rootsOf(this.#host))
      this.#observer.observe(root, { attributeFilter: ['lang'], subtree: true })
    this.refresh()
  }

  hostDisconnected(): void {
    this.#observer?.disconnect()
    this.#observer = undefined
  }

  /** An element that moved may have come under another language. */
  refresh(): void {
    const language = languageOf(closestTag(this.#host) ?? globalThis.navigator?.language) ?? 'en'
    if (language === this.language) return
    this.language = language
    this.#host.requestUpdate()
  }
}

/** The document or shadow root that an element is in, and those around it. */
function rootsOf(element: Element): Node[] {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? [root, ...rootsOf(root.host)] : [root]
}

function closestTag(element: Element): string | undefined {
  const tagged = element.closest('[lang]:not([lang=""])')
  if (tagged) return tagged.getAttribute('lang') ?? undefined
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? closestTag(root.host) : undefined
}
