// The frame of a figure: what to look at, menu, picture, trouble, settings, caption, code.

import { html, nothing, type TemplateResult } from 'lit'
import { keepStop, walkButtons } from '../controls/controls.js'
import { htmlLanguage } from '../element/language.js'
import { closeMenu, itemsView, menuView } from './figure-menu.js'
import type { Complaint } from './figure-state.js'
import type { Frame } from './frame.js'
import { linkView, shareView } from './share.js'

export function figureView(frame: Frame): TemplateResult {
  const { figure, words, language, look, caption, picture } = frame
  const open = frame.isKnown && frame.primary === undefined // its controls, and its tools in the head
  return html`<div class="figure" part="figure" role="figure" aria-labelledby="look" lang=${htmlLanguage[language]}>
    <div class="head ${frame.isKnown ? '' : 'unknown'}" part="head">
      <p class="look" id="look" part="title"><slot name="title">${look}</slot></p>
      ${figure.controls === 'none' ? nothing : html`${skipView(words.skip)}${open ? toolsView(frame) : nothing}`}
    </div>
    ${open ? linkView(frame) : nothing}
    ${frame.complaints.map((complaint) => complaintView(frame, complaint))}
    <slot name="presets"></slot>
    <div class="stage ${picture ? 'drawn' : ''}" part="picture" tabindex="-1" aria-busy=${figure.phase === 'working'}>
      ${figure.phase === 'working' ? barView(frame) : nothing}
      ${picture ?? html`<slot></slot>${figure.phase === 'asking' ? askView(frame) : nothing}`}
    </div>
    ${troubleView(frame)}
    ${open ? controlsView(frame) : primaryView(frame)}
    <div class="caption" part="caption">${
      frame.ownCaption ? (caption ?? nothing) : html`<slot name="caption">${caption ?? nothing}</slot>`
    }</div>
    ${figure.codeShown?.(frame) ?? nothing}
    <span class="end" tabindex="-1"></span>
  </div>`
}

function controlsView({ controls, picture, words }: Frame) {
  if (controls === undefined || !picture) return nothing
  return html`<div class="controls" part="controls" role="group" aria-label=${words.controls}>${controls}</div>`
}

/** One control under the picture; everything else is behind a button beside it. */
function primaryView(frame: Frame) {
  const { figure, words } = frame
  if (figure.controls === 'none' || !frame.picture) return nothing
  const toggle = () => {
    figure.moreShown = !figure.moreShown
  }
  return html`<div class="primary" part="primary">
      ${frame.primary}
      <button type="button" class="more-button" aria-expanded=${figure.moreShown} @click=${toggle}>
        ${words.more} <span aria-hidden="true">${figure.moreShown ? '▴' : '▾'}</span>
      </button>
    </div>
    ${figure.moreShown ? html`<div class="more-part" part="more">${controlsView(frame)}${toolsView(frame)}${linkView(frame)}</div>` : nothing}`
}

/** The buttons of the figure, one stop for the keyboard. */
function toolsView(frame: Frame) {
  const { figure, words } = frame
  const close = ({ key }: KeyboardEvent) => key === 'Escape' && figure.menuOpen && closeMenu(frame)
  return html`<div class="tools" @keydown=${close}>
    <span role="status" class="quiet">${figure.note}</span>
    <div class="pair" role="toolbar" aria-label=${words.tools} @keydown=${walkButtons} @focusin=${keepStop}>
      ${shareView(frame)} ${menuView(frame)}
    </div>
    ${itemsView(frame)}
  </div>`
}

/** For readers with a keyboard who want to read on: the next Tab is behind the figure. */
function skipView(name: string) {
  const skip = (event: Event) => {
    const figure = (event.currentTarget as HTMLElement).closest('.figure')
    const end = figure?.querySelector<HTMLElement>(':scope > .end')
    if (!end) return
    end.tabIndex = 0 // from an element out of the tab order Chromium would go back to the start of the figure
    end.addEventListener('blur', () => end.setAttribute('tabindex', '-1'), { once: true })
    end.focus()
  }
  return html`<button type="button" class="skip" part="skip" @click=${skip}>${name}</button>`
}

/** A button that goes away when it is pressed leaves the focus to what comes in its place. */
function starting(start: () => void): (event: Event) => void {
  return (event) => {
    const button = event.currentTarget as HTMLElement
    button.closest('.figure')?.querySelector<HTMLElement>('.stage')?.focus({ preventScroll: true })
    start()
  }
}

function complaintView({ words, shownValue }: Frame, { name, got, wanted }: Complaint) {
  const sentence = name === 'state' ? words.badState : words.complaint(name, got, wanted, shownValue(name))
  return html`<p class="complaint" role="status">${sentence}</p>`
}

function barView({ figure, words, picture }: Frame) {
  const percent = figure.loaded === undefined ? undefined : Math.round(100 * figure.loaded)
  return html`<div
    class="bar"
    role="progressbar"
    aria-label=${picture ? words.computing : words.loading}
    aria-valuenow=${percent ?? nothing}
  >
    <div .style=${`transform: scaleX(${(percent ?? 100) / 100})`}></div>
  </div>`
}

function askView({ words, download, start }: Frame) {
  return html`<p part="start"><button type="button" class="start" @click=${starting(start)}>${words.load(`${(download / 1e6).toFixed(1)} MB`)}</button></p>`
}

function troubleView({ figure, words, language, start }: Frame) {
  const { trouble } = figure
  if (!trouble) return nothing
  return html`<div class="trouble" role="alert">
    <p>${words.trouble[trouble.kind]} <button type="button" @click=${starting(start)}>${words.retry}</button></p>
    ${trouble.advice ? html`<p>${trouble.advice[language]}</p>` : nothing}
    <p class="quiet">${words.library} <code>${trouble.message}</code></p>
  </div>`
}
