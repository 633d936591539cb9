// A model by its name: what to type, whom it is asked of, and what was kept of such models.

import { html, nothing } from 'lit'
import { choiceControl } from '../../parts/controls/controls.js'
import { megabytes } from './card-view.js'
import type { Here, YourModelDrawing } from './here.js'
import { type Asked, type HostChoice, hostOf } from './hosts.js'
import { type Loader, loaderOf } from './loader.js'

export function nameView(at: Here, drawing: YourModelDrawing) {
  const { words } = at
  const loader = loaderOf(at.element)
  const { asked } = loader
  const ask = () => askFor(at, drawing)
  const onEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.isComposing) ask()
  }
  return html`<div class="named" @keydown=${onEnter}>
    ${textView('name', words.byName, 'HuggingFaceTB/SmolLM2-135M', asked.name, (name) => loader.ask({ name }))}
    ${choiceControl({
      id: 'host',
      label: words.host,
      value: asked.choice,
      options: Object.entries(words.hosts).map(([value, name]) => ({ value, name })),
      onChange: (choice) => loader.ask({ choice: choice as HostChoice }),
    })}
    ${asked.choice === 'other' ? textView('address', words.address, 'https://…', asked.other, (other) => loader.ask({ other })) : nothing}
    ${severalView(at, loader)}
    <button type="button" class="ask" aria-describedby="to-whom" ?disabled=${!isComplete(asked)} @click=${ask}>${words.lookUp}</button>
    <p id="to-whom">${isComplete(asked, 'any name') ? words.toWhom(hostOf(asked).host.replace(/^https:\/\//, '')) : words.noHost}</p>
    ${keptView(at, loader)}
  </div>`
}

/** Which of several files. */
function severalView({ words }: Here, loader: Loader) {
  const { several, asked } = loader
  if (!several.length) return nothing
  return choiceControl({
    id: 'file',
    label: words.whichFile,
    value: asked.file ?? '',
    options: several.map((value) => ({ value, name: value })),
    onChange: (file) => loader.ask({ file }),
  })
}

function textView(
  id: string,
  label: string,
  example: string,
  value: string,
  onChange: (text: string) => void,
) {
  return html`<div class="control text">
    <label for=${id}>${label}</label>
    <input id=${id} type="text" .value=${value} placeholder=${example} autocomplete="off" autocapitalize="off" spellcheck="false"
      @input=${(event: Event) => onChange((event.target as HTMLInputElement).value)} />
  </div>`
}

const isComplete = ({ name, choice, other }: Asked, typed = name.trim()): boolean =>
  typed !== '' && (choice !== 'other' || other.trim() !== '')

function askFor(at: Here, { library }: YourModelDrawing): void {
  const loader = loaderOf(at.element)
  if (!isComplete(loader.asked)) return
  void loader.lookUp(library)
  if (at.state.model !== 'none') at.change({ model: 'none' })
}

/** What this browser keeps of models that came by name. */
function keptView({ words }: Here, loader: Loader) {
  const { kept } = loader
  if (!kept?.bytes) return nothing
  return html`<p class="kept quiet">
    ${words.kept(megabytes(kept.bytes))}
    <button type="button" class="empty" @click=${() => loader.emptyKept()}>${words.emptyKept}</button>
  </p>`
}
