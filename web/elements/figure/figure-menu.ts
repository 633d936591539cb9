// The menu of a figure: reset, link, exports, code.

import { html, nothing } from 'lit'
import { copyText, saveFile, saveText } from '../export/save.js'
import type { Scene } from '../export/scene.js'
import { linkWith } from './fragment.js'
import type { Frame } from './frame.js'

interface Item {
  id: string
  name: string
  act: () => void | Promise<void>
}

export function menuView(frame: Frame) {
  const { figure, words } = frame
  const close = () => {
    figure.menuOpen = false
    figure.renderRoot.querySelector<HTMLElement>('.menu > button')?.focus()
  }
  const choose = ({ act }: Item) => {
    close()
    void act()
  }
  return html`<div class="menu" @keydown=${(event: KeyboardEvent) => event.key === 'Escape' && figure.menuOpen && close()}>
    <span role="status" class="quiet">${figure.note}</span>
    <button
      type="button"
      aria-label=${words.menu}
      aria-expanded=${figure.menuOpen}
      @click=${() => {
        figure.note = ''
        figure.menuOpen = !figure.menuOpen
      }}
    >
      ⋯
    </button>
    ${
      figure.menuOpen
        ? html`<ul class="items">
            ${itemsOf(frame).map(
              (item) =>
                html`<li><button type="button" data-item=${item.id} @click=${() => choose(item)}>${item.name}</button></li>`,
            )}
          </ul>`
        : nothing
    }
  </div>`
}

function itemsOf({ figure, words, exports: { scene, csv }, isChanged }: Frame): Item[] {
  const name = figure.linkName
  return [
    ...(isChanged ? [{ id: 'reset', name: words.reset, act: () => figure.reset() }] : []),
    ...(hasAddress() ? [{ id: 'link', name: words.copyLink, act: () => copyLink(figure, words) }] : []),
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
      act: () => {
        figure.codeShown = !figure.codeShown
      },
    },
  ]
}

/** A srcdoc frame has no shareable URL. */
function hasAddress(): boolean {
  return /^(https?|file):/.test(location.protocol)
}

async function copyLink(figure: Frame['figure'], words: Frame['words']): Promise<void> {
  const link = linkWith(location.href, figure.linkName, figure.stateText)
  figure.note = (await copyText(link)) ? words.copied : `${words.notCopied} ${link}`
}

const png = async (scene: Scene) => (await import('../export/scene-canvas.js')).sceneToPng(scene)
const svg = async (scene: Scene) => (await import('../export/scene-svg.js')).sceneToSvg(scene)
