// Controls for the parameters of an encoding, as the schema of the catalogue has them.

import { html, nothing } from 'lit'
import type { EncodingEntry, EncodingParameter, PositionEncoding } from 'whereformer'
import type { Bilingual, Language } from '../../../content/bilingual.js'
import { choiceControl, numberControl, rangeControl, switchControl } from '../controls/controls.js'
import { unbroken } from '../element/unbroken.js'
import type { Settings, Simple } from '../figure/fields.js'
import { boundsOf, chosenParameters, settable } from './chosen-parameters.js'
import { choiceName, nameOf, parameterHelp } from './parameter-names.js'
import { read } from './schema-positions.js'

export interface ParameterPanel {
  entry: EncodingEntry
  /** The chosen values, drawable or not. */
  values: Settings
  /** The position drawn, with values for everything not chosen. */
  drawn: Partial<PositionEncoding> | undefined
  language: Language
  onChange: (values: Settings) => void
  /** So many are shown, the rest is folded away. */
  few?: number
}

/** Settings should not fill the screen that shows what they move. */
const FEW = 2

const words: Bilingual<{ more: (count: number) => string; automatic: string }> = {
  en: { more: (count) => (count === 1 ? '1 more parameter' : `${count} more parameters`), automatic: 'auto' },
  zh: { more: (count) => `另外 ${count} 个参数`, automatic: '自动' },
}

export function parameterControls(given: ParameterPanel) {
  const { entry, language, few: shown = FEW } = given
  const drawn = given.drawn?.type === entry.type ? given.drawn : undefined
  const panel = { ...given, drawn, values: chosenParameters(entry, given.values).values }
  const parameters = settable(entry)
  const [few, more] = [parameters.slice(0, shown), parameters.slice(shown)]
  return [
    few.map((parameter) => parameterControl(panel, parameter)),
    more.length
      ? html`<details class="more">
          <summary>${words[language].more(more.length)}</summary>
          <div class="controls">${more.map((parameter) => parameterControl(panel, parameter))}</div>
        </details>`
      : nothing,
  ]
}

function parameterControl(
  { entry, values, drawn = {}, language, onChange }: ParameterPanel,
  parameter: EncodingParameter,
) {
  const { name, kind, choices = [] } = parameter
  const used = values[name] ?? read(drawn, name) ?? parameter.default
  const label = nameOf(name, language)
  const help = unbroken(helpOf(entry, parameter, language))
  const says = help.toLowerCase() !== label.toLowerCase() // more than the name
  const shared = { id: `parameter-${name.replace('.', '-')}`, label, ...(says ? { help } : {}) }
  const set = (value: Simple | undefined) => onChange(changed(values, name, value))
  if (kind === 'boolean') return switchControl({ ...shared, value: used === true, onChange: set })
  if (kind === 'choice') {
    const list = choices.map((value) => ({ value, name: choiceName(name, value, language) }))
    return choiceControl({
      ...shared,
      value: String(used ?? choices[0]),
      options: list,
      onChange: set,
    })
  }
  const value = used as number | undefined
  if (name === 'base') {
    const ends = { min: 2, max: 1_000_000, logarithmic: true, value: value ?? 10_000 }
    return rangeControl({ ...shared, ...ends, onChange: set })
  }
  const step = kind === 'integer' ? (parameter.even ? 2 : 1) : ('any' as const)
  const placeholder = words[language].automatic
  return numberControl({ ...shared, ...boundsOf(parameter), step, value, placeholder, onChange: set })
}

export function helpOf({ type }: EncodingEntry, parameter: EncodingParameter, language: Language): string {
  const { name, description, descriptionZh } = parameter
  const help = parameterHelp[`${type}.${name}`] ?? parameterHelp[name]
  return help?.[language] ?? (language === 'zh' ? descriptionZh : description)
}

function changed(values: Settings, name: string, value: Simple | undefined): Settings {
  const { [name]: _, ...rest } = values
  return value === undefined ? rest : { ...rest, [name]: value }
}
