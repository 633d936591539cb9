// The value of a box that somebody may be typing in.

import { noChange } from 'lit'
import { Directive, directive, type PropertyPart } from 'lit/directive.js'
import { setCommittedValue } from 'lit/directive-helpers.js'

/** Like `live`, but what is being typed stays: a picture that is ready meanwhile does not take a half-typed number away. */
class LiveUnlessTyped extends Directive {
  #box: HTMLElement | undefined
  #typing = false

  render(value: string): string {
    return value
  }

  override update(part: PropertyPart, [value]: [string]): string | typeof noChange {
    const box = part.element as HTMLInputElement | HTMLTextAreaElement
    if (box !== this.#box) this.#follow(box)
    if (this.#typing || box.value === value) return noChange
    setCommittedValue(part)
    return value
  }

  #follow(box: HTMLElement): void {
    this.#box = box
    this.#typing = false
    box.addEventListener('input', () => {
      this.#typing = true
    })
    for (const end of ['change', 'blur'])
      box.addEventListener(end, () => {
        this.#typing = false
      })
  }
}

export const liveUnlessTyped = directive(LiveUnlessTyped)
