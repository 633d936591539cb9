// The copy buttons of the gallery.

import { copyText } from '../../elements/parts/export/save.js'

export function startGallery(): void {
  const gallery = document.querySelector<HTMLElement>('#gallery')
  for (const button of gallery?.querySelectorAll<HTMLElement>('[data-part=copy]') ?? []) {
    button.hidden = false
    button.addEventListener('click', () => void copyTag(button, gallery?.dataset ?? {}))
  }
}

async function copyTag(button: HTMLElement, { copied = '', refused = '' }: DOMStringMap): Promise<void> {
  const card = button.closest('.card')
  const said = card?.querySelector('[role=status]')
  if (!said) return
  said.textContent = ''
  const done = await copyText(card?.querySelector('pre')?.textContent ?? '')
  said.textContent = done ? copied : refused
}
