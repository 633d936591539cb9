// A loaded model: its card, or one of the figures that work on it.

import { html, type TemplateResult } from 'lit'
import { segmentsControl } from '../../parts/controls/controls.js'
import { continues, hasStacks, type OwnModel } from '../../parts/trained/own-model.js'
import { cardView } from './card-view.js'
import { allow, leave, onDropOfFiles } from './door-view.js'
import type { Here, YourModelDrawing } from './here.js'
import { type Found, loaderOf } from './loader.js'
import { VIEWS, type View } from './your-model-fields.js'

export function readyView(at: Here, drawing: YourModelDrawing, found: Found, own: OwnModel) {
  const { words, state, change } = at
  return html`<div class="ready" @dragover=${allow} @dragleave=${leave} @drop=${onDropOfFiles(at, drawing)}>
    ${segmentsControl({
      id: 'view',
      label: words.show,
      value: state.view,
      options: VIEWS.map((value) => ({ value, name: words.views[value] })),
      last: html`<button type="button" class="close" tabindex="-1" @click=${() => close(at)}>${words.close}</button>`,
      onChange: (view) => change({ view: view as View }),
    })}
    ${
      state.view === 'card'
        ? html`${cardView(at, drawing, found)}<p class="quiet">${words.freed}</p>`
        : figureView(at, state.view, own)
    }
  </div>`
}

/** Why its losses on longer texts are not computed; undefined where they are. */
function noLengths({ words }: Here, own: OwnModel): string | undefined {
  if (continues(own)) return undefined
  if (hasStacks(own)) return words.lengthsOfStacks
  return own.model.spec.causal ? words.noHead : words.lengthsOfEncoder
}

function close({ element, state, change }: Here): void {
  loaderOf(element).close()
  if (state.model !== 'none') change({ model: 'none' })
}

const FIGURES: Readonly<
  Record<Exclude<View, 'card'>, { tag: string; view: (own: OwnModel) => TemplateResult }>
> = {
  attention: { tag: 'wf-attention', view: (own) => html`<wf-attention .own=${own}></wf-attention>` },
  ledger: { tag: 'wf-ledger', view: (own) => html`<wf-ledger .own=${own}></wf-ledger>` },
  surgery: { tag: 'wf-surgery', view: (own) => html`<wf-surgery .own=${own}></wf-surgery>` },
  lengths: {
    tag: 'wf-extrapolation',
    view: (own) => html`<wf-extrapolation scaling="none" .own=${own}></wf-extrapolation>`,
  },
}

/**
 * A figure of its own within this one: what happens in it is not told as if it had happened here. It is named and not imported; a page
 * that registers elements one by one registers it too.
 */
function figureView(at: Here, view: Exclude<View, 'card'>, own: OwnModel) {
  const { words, element } = at
  const { tag, view: figure } = FIGURES[view]
  const reason = view === 'lengths' ? noLengths(at, own) : undefined
  if (reason) return html`<p class="reason">${reason}</p>`
  if (!customElements.get(tag)) return html`<p>${words.unregistered(tag)}</p>`
  const theme = (element as Partial<HTMLElement & { theme: string }>).theme ?? ''
  return html`<div class="run" data-theme=${theme} @wf-state=${keep} @wf-ready=${keep} @wf-error=${keep}>${figure(own)}</div>`
}

const keep = (event: Event): void => event.stopPropagation()
