// A loaded model: its card, or one of the figures that work on it.

import { html, nothing, type TemplateResult } from 'lit'
import { segmentsControl } from '../../parts/controls/controls.js'
import { continues, hasStacks, type OwnModel } from '../../parts/trained/own-model.js'
import { cardView } from './card-view.js'
import { allow, leave, onDropOfFiles } from './door-view.js'
import type { Here, YourModelDrawing } from './here.js'
import { loaderOf, type Stage } from './loader.js'
import { patchesView } from './patches-view.js'
import { VIEWS, type View } from './your-model-fields.js'

type Ready = Extract<Stage, { phase: 'ready' }>

export function readyView(at: Here, drawing: YourModelDrawing, ready: Ready) {
  const { words, change } = at
  const { found, own, patches } = ready
  const views = viewsOf(ready)
  const view = views.find((one) => one === at.state.view) ?? (views[0] as View)
  return html`<div class="ready" @dragover=${allow} @dragleave=${leave} @drop=${onDropOfFiles(at, drawing)}>
    ${segmentsControl({
      id: 'view',
      label: words.show,
      value: view,
      options: views.map((value) => ({ value, name: words.views[value] })),
      last: html`<button type="button" class="close" tabindex="-1" @click=${() => close(at)}>${words.close}</button>`,
      onChange: (view) => change({ view: view as View }),
    })}
    ${
      view === 'card'
        ? html`${cardView(at, drawing, found)}${found.report.hears ? html`<p class="reason">${words.noSounds}</p>` : nothing}<p class="quiet">${words.freed}</p>`
        : view === 'patches'
          ? patches && patchesView(at, patches)
          : figureView(at, view, own)
    }
  </div>`
}

/** A model that reads pictures shows their positions, and of one that hears there is a summary; others read a text. */
function viewsOf({ patches, found }: Ready): readonly View[] {
  if (patches) return ['patches', 'card']
  return found.report.hears ? ['card'] : VIEWS.filter((view) => view !== 'patches')
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

type FigureView = Exclude<View, 'card' | 'patches'>

const FIGURES: Readonly<Record<FigureView, { tag: string; view: (own: OwnModel) => TemplateResult }>> = {
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
function figureView(at: Here, view: FigureView, own: OwnModel) {
  const { words, element } = at
  const { tag, view: figure } = FIGURES[view]
  const reason = view === 'lengths' ? noLengths(at, own) : undefined
  if (reason) return html`<p class="reason">${reason}</p>`
  if (!customElements.get(tag)) return html`<p>${words.unregistered(tag)}</p>`
  const theme = (element as Partial<HTMLElement & { theme: string }>).theme ?? ''
  return html`<div class="run" data-theme=${theme} @wf-state=${keep} @wf-ready=${keep} @wf-error=${keep}>${figure(own)}</div>`
}

const keep = (event: Event): void => event.stopPropagation()
