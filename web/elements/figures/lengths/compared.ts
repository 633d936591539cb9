// The encodings that are compared: presets of the lab, and the reader's own.

import type { LabEncoding, Preset } from 'whereformer/lab'
import type { Language } from '../../../content/bilingual.js'
import { checksum } from '../../../lib/checksum.js'
import { OWN } from '../../parts/formula/own-fields.js'
import type { OwnFigure } from '../../parts/formula/own-figure.js'
import { ownTitle } from '../../parts/formula/own-title.js'
import { lookOfEncoding } from '../../parts/positions/looks.js'
import type { Named } from './lengths-content.js'
import { chosenEncodings, type LengthsState } from './set-up.js'

/** `name` is that of its runs. */
export interface Compared extends Named {
  /** As the lab takes it. */
  readonly trained: string | LabEncoding
}

interface Offered {
  /** Encodings of which runs are recorded. */
  readonly presets: readonly Preset[]
  /** Where it is one of the chosen. */
  readonly own: OwnFigure | undefined
}

/** Names that `encodings` may have. The reader's own has the first row, and of the encodings without a hue the solid line. */
export const knownNames = ({ presets }: Pick<Offered, 'presets'>): string[] => [
  OWN,
  ...presets.map(({ name }) => name),
]

/** Those that are chosen. */
export function comparedOf(state: LengthsState, offered: Offered, language: Language): Compared[] {
  return chosenEncodings(state, knownNames(offered)).flatMap((name): Compared[] => {
    const preset = offered.presets.find((one) => one.name === name)
    if (preset) return [ofPreset(preset, language)]
    return offered.own ? [ofOwn(offered.own, language)] : []
  })
}

const ofPreset = ({ name, label, position }: Preset, language: Language): Compared => ({
  name,
  label: label[language],
  trained: name,
  ...lookOfEncoding(position[0]?.type ?? 'none'),
})

function ofOwn(own: OwnFigure, language: Language): Compared {
  const name = runName(own)
  return {
    name,
    label: ownTitle[language],
    trained: { name, position: { ...own.position } },
    ...lookOfEncoding(OWN),
  }
}

/** Runs are kept: those of another formula, or of another position of the page, have another name. */
export function runName({ formula, position }: Pick<OwnFigure, 'formula' | 'position'>): string {
  if (formula) return `${formula.kind}=${formula.text}`
  const text = JSON.stringify(position, (_, value) =>
    ArrayBuffer.isView(value) ? [...(value as Float32Array)] : value,
  )
  return `${OWN} ${(checksum(new TextEncoder().encode(text)) >>> 0).toString(16)}`
}
