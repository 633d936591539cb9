// model.safetensors.index.json: which file holds which tensor. It comes with the model, so that its names are not trusted.

import { fieldOf, fieldsOf, textOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'

const MOST_TENSORS = 100_000

/** A part of a path that stays in its folder, as a path of any system and in an address. */
const PART = /^(?![. ]*$)[^\\:%?#\p{Cc}]+$/u

/** The names of tensors in a parsed index, each with the name of its file, which is beside the index or in a folder there. */
export function fileOfTensors(index: unknown, argument: string): [tensor: string, file: string][] {
  const map = `${argument}.weight_map`
  const entries = Object.entries(fieldsOf(fieldOf(index, 'weight_map', argument), map))
  if (entries.length > MOST_TENSORS)
    throw refuse('ERR_PARSE', argument, `${entries.length} tensors`, `at most ${MOST_TENSORS}`)
  return entries.map(([tensor, file]) => [tensor, fileName(file, `${map}[${show(tensor)}]`)])
}

function fileName(value: unknown, argument: string): string {
  const name = textOf(value, argument)
  if (name.split('/').every((part) => PART.test(part))) return name
  throw refuse('ERR_VALUE', argument, show(name), 'the name of a file beside the index')
}
