// The frame of a figure: what to look at, menu, picture, trouble, settings, caption, code.

import { html, nothing, type TemplateResult } from 'lit'
import { htmlLanguage } from '../element/language.js'
import { copyText } from '../export/save.js'
import { embedCode } from './embed-code.js'
import { menuView } from './figure-menu.js'
import type { Complaint } from './figure-state.js'
import type { Frame } from './frame.js'

export function figureView(frame: Frame): TemplateResult {
  const { figure, words, language, look, caption, picture } = frame
  return html`<div class="figure" part="figure" role="figure" aria-labelledby="look" lang=${htmlLanguage[language]}>
    <div class="head">
      <p class="look" id="look" part="title"><slot name="title">${look}</slot></p>
      ${figure.controls === 'none' ? nothing : menuView(frame)}
    </div>
    ${frame.complaints.map((complaint) => complaintView(frame, complaint))}
    <div class="stage ${picture ? 'drawn' : ''}" part="picture" aria-busy=${figure.phase === 'working'}>
      ${figure.phase === 'working' ? barView(frame) : nothing}
      ${picture ?? html`<slot></slot>${figure.phase === 'asking' ? askView(frame) : nothing}`}
    </div>
    ${troubleView(frame)}
    ${frame.controls === undefined || !picture ? nothing : html`<div class="controls" part="controls" role="group" aria-label=${words.controls}>${frame.controls}</div>`}
    <div class="caption" part="caption">${
      frame.ownCaption ? (caption ?? nothing) : html`<slot name="caption">${caption ?? nothing}</slot>`
    }</div>
    ${figure.codeShown ? codeView(frame) : nothing}
  </div>`
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
  return html`<p><button type="button" class="start" @click=${start}>${words.load(`${(download / 1e6).toFixed(1)} MB`)}</button></p>`
}

function troubleView({ figure, words, language, start }: Frame) {
  const { trouble } = figure
  if (!trouble) return nothing
  return html`<div class="trouble" role="alert">
    <p>${words.trouble[trouble.kind]} <button type="button" @click=${start}>${words.retry}</button></p>
    ${trouble.advice ? html`<p>${trouble.advice[language]}</p>` : nothing}
    <p class="quiet">${words.library} <code>${trouble.message}</code></p>
  </div>`
}

function codeView({ figure, words, code, exports }: Frame) {
  const texts = [
    embedCode(figure.localName, code(), exports.besides),
    ...(exports.code ? [exports.code()] : []),
  ]
  const copy = async (text: string) => {
    figure.note = (await copyText(text)) ? words.copied : ''
  }
  return html`<div class="code">
    ${texts.map(
      (text) =>
        html`<pre tabindex="0">${text}</pre>
          <button type="button" @click=${() => copy(text)}>${words.copyCode}</button>`,
    )}
  </div>`
}
