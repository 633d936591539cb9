// A caption of the page is shown while its condition matches the state: <p slot="caption" data-when="view=map&parameters=">.
// In any other state the figure shows its own caption.

import type { Json } from '../../../content/json.js'
import { stateText } from './figure-state.js'

export function pageCaptionApplies(figure: Element, state: Readonly<Record<string, unknown>>): boolean {
  const condition = figure.querySelector(':scope > [slot=caption]')?.getAttribute('data-when') ?? ''
  return [...new URLSearchParams(condition)].every(
    ([name, wanted]) => stateText({ [name]: state[name] as Json }) === stateText({ [name]: wanted }),
  )
}
