// Before a model is there: where files are dropped or chosen, what they say, and how far loading is.

import { html, nothing } from 'lit'
import { switchControl } from '../../parts/controls/controls.js'
import { cardView, megabytes, sizeOf } from './card-view.js'
import { type ChosenFile, dropped, picked } from './chosen-files.js'
import type { Here, YourModelDrawing } from './here.js'
import { hostOf, nameOf } from './hosts.js'
import { bytesOf, type Found, type Loader, loaderOf } from './loader.js'
import { nameView } from './name-view.js'

export function doorView(at: Here, drawing: YourModelDrawing) {
  const loader = loaderOf(at.element)
  const { stage } = loader
  return html`<div class="door" data-phase=${stage.phase} @dragover=${allowAll} @dragleave=${leave} @drop=${onDrop(at, drawing)}>
    ${stage.phase === 'loading' ? loadingView(at, loader) : choiceView(at, drawing, loader)}
    ${stage.phase === 'loading' ? nothing : nameView(at, drawing)}
    ${stage.phase === 'found' || stage.phase === 'loading' ? foundView(at, drawing, loader, stage.found) : nothing}
    ${troubleView(at, loader)}
  </div>`
}

function choiceView(at: Here, drawing: YourModelDrawing, loader: Loader) {
  const { words } = at
  const { stage } = loader
  const small = stage.phase === 'found'
  return html`<div class=${small ? 'choice small' : 'choice'}>
    ${small ? nothing : html`<p class="drop">${words.drop}</p>`}
    <p class="buttons">
      <button type="button" class="files" @click=${pick}>${words.choose}</button>
      <input type="file" class="files-input" multiple hidden aria-label=${words.choose} @change=${onPick(at, drawing)} />
      <button type="button" class="folder" @click=${pick}>${words.chooseFolder}</button>
      <input type="file" class="folder-input" multiple webkitdirectory hidden aria-label=${words.chooseFolder} @change=${onPick(at, drawing)} />
    </p>
    <p class="private">${words.private}</p>
    <p role="status" class="quiet">${stage.phase === 'reading' ? readingView(at, loader) : severalSaid(at, loader)}</p>
  </div>`
}

/** That one of several files has to be chosen. */
function severalSaid({ words }: Here, { stage, asked, several }: Loader): string {
  if (stage.phase !== 'empty' || several.length === 0) return ''
  return words.several(nameOf(hostOf(asked).host), several.length)
}

/** A host may take its time, or ask to wait. */
function readingView({ words }: Here, loader: Loader) {
  const { host, notice } = loader
  if (!host) return words.reading
  return html`${words.asking(host)} <button type="button" class="cancel" @click=${() => loader.close()}>${words.cancel}</button>
    ${notice ? html`<code>${notice}</code>` : nothing}`
}

function foundView(at: Here, drawing: YourModelDrawing, loader: Loader, found: Found) {
  const { words } = at
  const reason = reasonOf(at, loader, found)
  const { from } = found.checkpoint
  const loading = loader.stage.phase === 'loading'
  return html`<section class="found">
    <p class="title"><b>${found.checkpoint.title}</b></p>
    ${cardView(at, drawing, found)}
    ${loading ? nothing : roundingView(at, loader, found)}
    ${
      loading
        ? nothing
        : reason
          ? html`<div class="refusal" role="alert">${reason}</div>`
          : html`<p><button type="button" class="load" @click=${() => loader.load()}>${words.load}</button></p>
              ${from ? html`<p class="quiet">${words.downloads(megabytes(sizeOf(found)), from)}</p>` : nothing}`
    }
  </section>`
}

/** Weights of 8 bits, where they take less memory. */
function roundingView({ words }: Here, loader: Loader, { report, most }: Found) {
  const { bytes = 0, q8Bytes = bytes } = report
  if (q8Bytes >= bytes || q8Bytes > most) return nothing
  return switchControl({
    id: 'rounded',
    label: words.round(megabytes(q8Bytes)),
    help: words.roundHelp,
    value: loader.rounded,
    onChange: (rounded) => loader.round(rounded),
  })
}

/** Why it is not loaded; undefined if it may be. */
function reasonOf({ words }: Here, loader: Loader, found: Found) {
  const { report, checkpoint, most } = found
  const bytes = bytesOf(found, loader)
  if (bytes !== undefined && bytes > most)
    return html`<p>${words.tooLarge(megabytes(bytes), megabytes(most))}</p>`
  const isMemoryAlone = (report.bytes ?? 0) > most && report.refused.length === 1 // and rounded it fits
  if (!report.loads && !isMemoryAlone)
    return html`<p>${words.refused}</p>
      ${report.refused.map((message) => html`<p class="quiet">${words.library} <code>${message}</code></p>`)}`
  const needsNone = checkpoint.hasTokenizer || report.pictures || report.hears
  return needsNone ? undefined : html`<p>${words.noTokenizer}</p>`
}

function loadingView({ words }: Here, loader: Loader) {
  if (loader.stage.phase !== 'loading') return nothing
  const { share, found } = loader.stage
  const percent = share === undefined ? undefined : Math.round(100 * share)
  return html`<p class="loading">
    <progress aria-label=${words.loading(found.checkpoint.title)} max="100" .value=${percent ?? nothing}></progress>
    <span class="quiet">${words.loadingShare(percent === undefined ? '…' : `${percent} %`)}</span>
    <button type="button" class="cancel" @click=${() => loader.cancel()}>${words.cancel}</button>
    ${loader.notice ? html`<code role="status">${loader.notice}</code>` : nothing}
  </p>`
}

function troubleView({ words, language }: Here, { trouble, stage }: Loader) {
  if (!trouble) return nothing
  const said = trouble.advice?.[language]
  return html`<div class="refusal" role="alert">
    <p>${said ?? words.failed}</p>
    ${said === trouble.message || (said && stage.phase === 'empty' && language !== 'en') ? nothing : html`<p class="quiet">${words.library} <code>${trouble.message}</code></p>`}
  </div>`
}

/** The hidden field after the button. */
function pick(event: Event): void {
  const field = (event.currentTarget as HTMLElement).nextElementSibling as HTMLInputElement
  field.click()
}

const onPick = (at: Here, drawing: YourModelDrawing) => (event: Event) => {
  const field = event.currentTarget as HTMLInputElement
  const files = [...(field.files ?? [])]
  field.value = '' // the same files may be chosen again
  if (files.length) take(at, drawing, Promise.resolve(files).then(picked))
}

const onDrop = (at: Here, drawing: YourModelDrawing) => (event: DragEvent) => {
  event.preventDefault()
  if (!event.dataTransfer) return
  leave(event)
  take(at, drawing, dropped(event.dataTransfer))
}

/** Texts are dropped into the boxes of the figures there. */
export const onDropOfFiles = (at: Here, drawing: YourModelDrawing) => (event: DragEvent) => {
  if (hasFiles(event)) onDrop(at, drawing)(event)
}

function take(at: Here, { library }: YourModelDrawing, files: Promise<readonly ChosenFile[]>): void {
  void loaderOf(at.element).take(files, library)
  if (at.state.model !== 'none') at.change({ model: 'none' })
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => [...(dataTransfer?.types ?? [])].includes('Files')

/** Accepts every drop, so that one without files is refused in words: else the browser would open it in place of the page. */
function allowAll(event: DragEvent): void {
  event.preventDefault()
  allow(event)
}

export function allow(event: DragEvent): void {
  if (!hasFiles(event)) return
  event.preventDefault()
  ;(event.currentTarget as HTMLElement).classList.add('over')
}

export function leave(event: DragEvent): void {
  ;(event.currentTarget as HTMLElement).classList.remove('over')
}
