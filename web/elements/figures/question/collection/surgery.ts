// Questions that <wf-surgery> answers: the same drawing, in the same state.

import * as words from '../../../../content/questions/surgery.js'
import type { AnyLibrary } from '../../../parts/engine/library.js'
import { isRounding, largest, question, type Shows, stateWith } from './question.js'

const code = () =>
  Promise.all([import('../../surgery/surgery-drawing.js'), import('../../surgery/surgery-fields.js')])

async function drawn(library: AnyLibrary, { state }: Shows) {
  const [{ drawSurgery }, { surgeryFields }] = await code()
  const openModel = () => Promise.reject(new TypeError('questions read random vectors only'))
  return drawSurgery({ library, state: stateWith(surgeryFields, state), language: 'en', openModel })
}

/** How far the output of each word moved, as a share of its length. */
async function changesOf(library: AnyLibrary, shows: Shows): Promise<number[]> {
  const { sides } = await drawn(library, shows)
  return [...(sides[0]?.change?.outputs ?? [Number.NaN])]
}

const shuffle: Shows = { element: 'wf-surgery', state: { operation: 'shuffle', encoding: 'none' } }

export const shuffled = question({
  id: 'shuffled',
  text: words.shuffled.text,
  shows: shuffle,
  code,
  compute: async (library) => {
    const outputs = await changesOf(library, shuffle)
    return { outputs, most: largest(outputs) }
  },
  answers: [
    {
      text: words.shuffled.answers.some,
      holds: ({ outputs, most }) => !isRounding(most) && outputs.some(isRounding),
    },
    {
      text: words.shuffled.answers.none,
      holds: ({ most }) => isRounding(most),
    },
    {
      text: words.shuffled.answers.all,
      holds: ({ outputs }) => outputs.every((change) => !isRounding(change)),
    },
  ],
  steps: ({ outputs, most }) => [
    {
      label: words.shuffled.labels.compared,
      value: outputs.length,
      columns: { values: outputs, full: 1 },
    },
    {
      label: words.shuffled.labels.most,
      value: most,
    },
  ],
  explain: words.shuffled.explain,
})

/** With this seed the first two of five tokens change places, and no other does. */
const causal: Shows = {
  element: 'wf-surgery',
  state: { operation: 'shuffle', encoding: 'none', causal: true, tokens: 5, seed: 36 },
}
const SWAPPED = 2

export const causalShuffled = question({
  id: 'causal-shuffled',
  text: words.causalShuffled.text,
  shows: causal,
  code,
  compute: async (library) => {
    const outputs = await changesOf(library, causal)
    return {
      outputs,
      swapped: Math.min(...outputs.slice(0, SWAPPED)), // spread: two tokens
      later: largest(outputs.slice(SWAPPED)),
    }
  },
  answers: [
    {
      text: words.causalShuffled.answers.nobody,
      holds: ({ swapped, later }) => isRounding(swapped) && isRounding(later),
    },
    {
      text: words.causalShuffled.answers.everybody,
      holds: ({ swapped, later }) => !isRounding(swapped) && !isRounding(later),
    },
    {
      text: words.causalShuffled.answers.swapped,
      holds: ({ swapped, later }) => !isRounding(swapped) && isRounding(later),
    },
    {
      text: words.causalShuffled.answers.later,
      holds: ({ swapped, later }) => isRounding(swapped) && !isRounding(later),
    },
  ],
  steps: ({ outputs, swapped, later }) => [
    {
      label: words.causalShuffled.labels.swapped,
      value: swapped,
      columns: { values: outputs, full: largest(outputs) },
    },
    { label: words.causalShuffled.labels.later, value: later },
  ],
  explain: words.causalShuffled.explain,
})

const slide: Shows = {
  element: 'wf-surgery',
  state: { operation: 'shift', encoding: 'rope', compare: 'learned', amount: 8 },
}

export const slid = question({
  id: 'slid',
  text: words.slid.text,
  shows: slide,
  code,
  compute: async (library) => {
    const { sides } = await drawn(library, slide)
    const [rope = Number.NaN, learned = Number.NaN] = sides.map(({ change }) =>
      change ? largest(change.difference.data) : Number.NaN,
    )
    return { rope, learned }
  },
  answers: [
    {
      text: words.slid.answers.rope,
      holds: ({ rope, learned }) => !isRounding(rope) && isRounding(learned),
    },
    {
      text: words.slid.answers.learned,
      holds: ({ rope, learned }) => isRounding(rope) && !isRounding(learned),
    },
    {
      text: words.slid.answers.both,
      holds: ({ rope, learned }) => !isRounding(rope) && !isRounding(learned),
    },
    {
      text: words.slid.answers.neither,
      holds: ({ rope, learned }) => isRounding(rope) && isRounding(learned),
    },
  ],
  steps: ({ rope, learned }) => [
    {
      label: words.slid.labels.rope,
      value: rope,
      columns: { values: [rope], full: 1 },
    },
    {
      label: words.slid.labels.learned,
      value: learned,
      columns: { values: [learned], full: 1 },
    },
  ],
  explain: words.slid.explain,
})
