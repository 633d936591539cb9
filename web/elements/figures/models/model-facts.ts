// The facts of a card as pairs of words.

import type { CardFacts } from '../../../lib/families/cards.js'
import type { ModelsWords } from './messages.js'

const ACTIVATIONS: Readonly<Record<string, string>> = {
  gelu: 'GELU',
  gelu_tanh: 'GELU (tanh)',
  silu: 'SiLU',
  relu: 'ReLU',
}

export function factsOf(facts: CardFacts, words: ModelsWords): (readonly [string, string])[] {
  const { norm, place, epsilon, activation, gated, biases, offset } = facts
  const name = ACTIVATIONS[activation] ?? activation
  const names = words.facts
  return [
    [names.stacks, words.stacks[facts.stacks]],
    [names.norm, [words.norm[norm], words.place[place], `ε = ${epsilonText(epsilon)}`].join(words.comma)],
    [names.embeddingNorm, facts.embeddingNorm ? words.yes : words.no],
    [names.block, words.block[facts.block]],
    [names.heads, words.heads[facts.heads]],
    [names.activation, gated ? words.gated(name) : name],
    [names.biases, biases.map((part) => words.biases[part]).join(words.comma) || words.none],
    [names.tied, words.tied(facts.tied)],
    [names.scale, facts.scale],
    ...(offset === undefined ? [] : [[names.offset, words.offset(offset)] as const]),
  ]
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** 10⁻⁵ */
function epsilonText(epsilon: number): string {
  const [digits, power = '0'] = epsilon.toExponential().split('e-')
  const raised = [...power].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')
  return `${digits === '1' ? '' : `${digits} × `}10⁻${raised}`
}
