// The button that shares a figure: the link to this page with the figure as it is, to the phone's own sheet or to the clipboard.

import { html, nothing, svg } from 'lit'
import { copyText } from '../export/save.js'
import { shareLink } from './fragment.js'
import type { Frame } from './frame.js'

/** A srcdoc frame has no address to share. */
function hasAddress(): boolean {
  return /^(https?|file):/.test(location.protocol)
}

/** A figure that is part of another one has no link of its own. */
function isInFigure(figure: HTMLElement): boolean {
  const root = figure.getRootNode()
  return root instanceof ShadowRoot && root.host.localName.startsWith('wf-')
}

/** Whether it has the button. */
export const canShare = (figure: HTMLElement): boolean => hasAddress() && !isInFigure(figure)

export function shareView(frame: Frame) {
  if (!canShare(frame.figure)) return nothing
  const { words } = frame
  return html`<button type="button" class="share-button" @click=${() => share(frame)}>
    ${sign}<span class="word">${words.share}</span>
  </button>`
}

/** The link in a selected text box, where the clipboard is forbidden. */
export function linkView({ figure, words }: Frame) {
  if (!figure.refusedLink) return nothing
  const select = ({ target }: Event) => (target as HTMLInputElement).select()
  return html`<label class="link">
    ${words.notCopied} <input readonly .value=${figure.refusedLink} @focus=${select} @click=${select} />
  </label>`
}

const sign = svg`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"
  fill="none" stroke="currentColor" stroke-width="1.5">
  <path d="M8 10V1.5M4.5 4.5 8 1.5l3.5 3M5 7H2.5v7.5h11V7H11" />
</svg>`

async function share({ figure, words, look }: Frame): Promise<void> {
  const link = shareLink(location.href, figure.linkName, figure.stateText)
  figure.menuOpen = false
  figure.note = ''
  figure.refusedLink = ''
  if (await toSheet(link, look)) return
  if (await copyText(link)) figure.note = words.linkCopied
  else await showLink(figure, link)
}

async function showLink(figure: Frame['figure'], link: string): Promise<void> {
  figure.refusedLink = link
  await figure.updateComplete
  figure.renderRoot.querySelector<HTMLElement>('.link input')?.focus()
}

/** Fingers have the sheet of their system; a reader who closes it wanted nothing else. */
async function toSheet(url: string, look: Frame['look']): Promise<boolean> {
  if (typeof navigator.share !== 'function' || !matchMedia('(pointer: coarse)').matches) return false
  try {
    await navigator.share(typeof look === 'string' && look ? { url, title: look } : { url })
    return true
  } catch (error) {
    return (error as Error).name === 'AbortError'
  }
}
