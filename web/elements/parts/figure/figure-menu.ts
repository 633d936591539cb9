// The menu of a figure: reset, exports, code.

import { html, nothing } from 'lit'
import { walkButtons } from '../controls/controls.js'
import { saveFile, saveText } from '../export/save.js'
import type { Scene } from '../export/scene.js'
import type { Frame } from './frame.js'
import { canShare } from './share.js'

interface Item {
  id: string
  name: string
  act: () => void | Promise<void>
}

export function menuView({ figure, words }: Frame) {
  return html`<span class="menu"><button
    type="button"
    tabindex=${canShare(figure) ? -1 : 0}
    aria-label=${words.menu}
    aria-expanded=${figure.menuOpen}
    @click=${() => {
      figure.note = ''
      figure.menuOpen = !figure.menuOpen
    }}
    @keydown=${(event: KeyboardEvent) => void intoMenu(event, figure)}
  >
    ⋯
  </button></span>`
}

/** The entries of the open menu. */
export function itemsView(frame: Frame) {
  const { figure } = frame
  if (!figure.menuOpen) return nothing
  const choose = async ({ act }: Item) => {
    closeMenu(frame)
    try {
      await act()
    } catch (cause) {
      figure.fail(cause) // the writer of a file, and the code, are loaded on demand
    }
  }
  return html`<ul class="items" @keydown=${walkButtons}>
    ${itemsOf(frame).map(
      (item) =>
        html`<li><button type="button" data-item=${item.id} @click=${() => choose(item)}>${item.name}</button></li>`,
    )}
  </ul>`
}

export function closeMenu({ figure }: Frame): void {
  figure.menuOpen = false
  figure.renderRoot.querySelector<HTMLElement>('.menu > button')?.focus()
}

/** The arrow down opens the menu and goes into it. */
async function intoMenu(event: KeyboardEvent, figure: Frame['figure']): Promise<void> {
  if (event.key !== 'ArrowDown') return
  event.preventDefault()
  figure.menuOpen = true
  await figure.updateComplete
  figure.renderRoot.querySelector<HTMLElement>('.items button')?.focus()
}

function itemsOf({ figure, words, exports: { scene, csv }, isChanged }: Frame): Item[] {
  const name = figure.linkName
  return [
    ...(isChanged ? [{ id: 'reset', name: words.reset, act: () => figure.reset() }] : []),
    ...(scene
      ? [
          { id: 'png', name: words.png, act: async () => saveFile(`${name}.png`, await png(await scene())) },
          {
            id: 'svg',
            name: words.svg,
            act: async () => saveText(`${name}.svg`, 'image/svg+xml', await svg(await scene())),
          },
        ]
      : []),
    ...(csv
      ? [{ id: 'csv', name: words.csv, act: async () => saveText(`${name}.csv`, 'text/csv', await csv()) }]
      : []),
    {
      id: 'code',
      name: figure.codeShown ? words.hideCode : words.code,
      act: async () => {
        figure.codeShown = figure.codeShown ? undefined : (await import('./figure-code.js')).codeView
      },
    },
  ]
}

const png = async (scene: Scene) => (await import('../export/scene-canvas.js')).sceneToPng(scene)
const svg = async (scene: Scene) => (await import('../export/scene-svg.js')).sceneToSvg(scene)
