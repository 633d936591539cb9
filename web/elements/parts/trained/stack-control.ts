// The choice of whose attention is shown, of a loaded model with an encoder and a decoder; and the controls of loaded models.

import { choiceControl } from '../controls/controls.js'
import { STACKS, type Stack } from './stacks.js'
import type { TrainedWords } from './trained-words.js'

export function stackControl(stack: Stack, words: TrainedWords, onChange: (stack: Stack) => void) {
  return choiceControl({
    id: 'stack',
    label: words.stack,
    value: stack,
    options: STACKS.map((value) => ({ value, name: words.stacks[value] })),
    onChange: (chosen) => onChange(chosen as Stack),
  })
}
