// Every element once, with settings that are quick to compute.

import { allElements } from '../../../web/elements/all-elements.js'

export const TAGS = Object.keys(allElements)

const SETTINGS: Readonly<Record<string, string>> = {
  'wf-properties': 'encodings="none rope" length="32"',
}

export const markup = TAGS.map((tag) => `<${tag} ${SETTINGS[tag] ?? ''}></${tag}>`).join('')
