// The panel of <wf-encoding>: what can be set follows from the schema of the catalogue.

import { html, nothing, type TemplateResult } from 'lit'
import type { EncodingEntry } from 'whereformer'
import type { Language } from '../../../content/bilingual.js'
import { choiceControl, type Option, rangeControl, segmentsControl } from '../../parts/controls/controls.js'
import { OWN } from '../../parts/formula/own-fields.js'
import { ownTitle } from '../../parts/formula/own-title.js'
import { type Hook, hookOf } from '../../parts/positions/encoding-numbers.js'
import { parameterControls } from '../../parts/positions/parameter-controls.js'
import { menuName } from '../../parts/positions/titles.js'
import type { EncodingDrawing, EncodingState } from './encoding-drawing.js'
import { LONGEST, type View } from './encoding-fields.js'
import { hasWidth } from './encoding-picture.js'
import type { EncodingWords } from './messages.js'

export interface Panel {
  state: EncodingState
  figure: EncodingDrawing
  words: EncodingWords
  language: Language
  /** The encoding is the author's choice alone. */
  fixed: boolean
  onChange: (change: Partial<EncodingState>) => void
}

export function encodingControls(panel: Panel): TemplateResult {
  const { state, figure, words, fixed, onChange } = panel
  const { views, drawn } = figure
  const entry = figure.entries.find(({ type }) => type === state.encoding) ?? figure.entry
  return html`
    ${
      views.length > 1
        ? segmentsControl({
            id: 'view',
            label: words.view,
            value: drawn.view,
            options: views.map((value) => ({ value, name: words.views[value] })),
            onChange: (view) => onChange({ view: view as View }),
          })
        : nothing
    }
    ${
      fixed
        ? nothing
        : choiceControl({
            id: 'encoding',
            label: words.choose,
            value: entry.type,
            options: options(panel),
            onChange: (encoding) => onChange({ encoding, parameters: {}, head: 0 }),
          })
    }
    ${figure.own?.control({ state, language: panel.language, onChange }) ?? nothing}
    ${rangeControl({
      id: 'length',
      label: words.length,
      min: 4,
      max: LONGEST,
      logarithmic: true,
      value: state.length,
      onChange: (length) => onChange({ length }),
    })}
    ${
      hasWidth(entry)
        ? rangeControl({
            id: 'dim',
            label: words.dim,
            min: 4,
            max: 256,
            step: 2,
            value: state.dim,
            onChange: (dim) => onChange({ dim }),
          })
        : nothing
    }
    ${
      figure.heads > 1
        ? choiceControl({
            id: 'head',
            label: words.head,
            value: String(Math.min(state.head, figure.heads - 1)),
            options: Array.from({ length: figure.heads }, (_, i) => ({
              value: String(i),
              name: words.nth(i + 1, figure.heads),
            })),
            onChange: (head) => onChange({ head: Number(head) }),
          })
        : nothing
    }
    ${parameterControls({
      entry,
      values: state.parameters,
      drawn: figure.position,
      language: panel.language,
      onChange: (parameters) => onChange({ parameters }),
    })}
  `
}

/** In the order of the hooks; those of one hook in the order of the catalogue. */
function options({ figure, words, language }: Panel): Option[] {
  const hooks = new Map<Hook | undefined, EncodingEntry[]>([[undefined, []]])
  for (const entry of figure.entries) {
    if (entry.type === OWN) continue
    const hook = hookOf(entry)
    hooks.set(hook, [...(hooks.get(hook) ?? []), entry])
  }
  const known = [...hooks].flatMap(([hook, members]) =>
    members.map((entry) => ({
      value: entry.type,
      name: menuName(entry, language),
      group: hook && words.doors[hook],
    })),
  )
  return [{ value: OWN, name: ownTitle[language], group: undefined }, ...known]
}
