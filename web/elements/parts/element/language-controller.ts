// The language of an element: its `lang` attribute, else that of the closest ancestor, through shadow roots; updated live.

import type { LitElement, ReactiveController } from 'lit'
import type { Language } from '../../../content/bilingual.js'
import { languageOf } from './language.js'

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

  /** After a move within the document the language may differ. */
  refresh(): void {
    const language = languageOf(closestTag(this.#host) ?? globalThis.navigator?.language) ?? 'en'
    if (language === this.language) return
    this.language = language
    this.#host.requestUpdate()
  }
}

/** The root node of an element and of every shadow host around it. */
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
