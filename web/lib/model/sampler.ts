// The next token where the core lacks a processor that is asked for: those of transformers, in its order, on the logits of a session.
// Exponentials are the core's, so that equal seeds give equal tokens in every engine.

import { refuse } from '../boundary/errors.js'
import { Pcg32 } from '../boundary/pcg32.js'

export interface Sampling {
  /** 0 = greedy. */
  temperature: number
  /** 0 = all. */
  topK: number
  /** 1 = all. */
  topP: number
  /** 0 = all. */
  minP: number
  /** 1 = off. */
  repetitionPenalty: number
  /** 0 = off. */
  noRepeatNgram: number
  seed: number
}

type Softmax = (logits: Float32Array) => Float32Array

export class Sampler {
  readonly #sampling: Sampling
  readonly #softmax: Softmax
  readonly #random: Pcg32

  /** @param drawn how many numbers of the seed are passed over */
  constructor(sampling: Sampling, softmax: Softmax, drawn = 0) {
    this.#sampling = sampling
    this.#softmax = softmax
    this.#random = new Pcg32(sampling.seed)
    for (let i = 0; i < drawn; i++) this.#random.uniform()
  }

  /** @param logits [vocab], which it changes; @param ids the text so far */
  next(logits: Float32Array, ids: readonly number[]): number {
    processLogits(logits, ids, this.#sampling)
    const top = logits.reduce((best, logit, id) => (logit > (logits[best] as number) ? id : best), 0)
    if (logits[top] === Number.NEGATIVE_INFINITY)
      throw refuse('ERR_VALUE', 'options.noRepeatNgram', 'a limit that leaves no token', 'a larger one')
    return this.#sampling.temperature === 0 ? top : this.#draw(logits)
  }

  #draw(logits: Float32Array): number {
    const { ids, weights } = kept(this.#softmax(logits), this.#sampling)
    let rest = this.#random.uniform() * sum(weights)
    const drawn = weights.findIndex((weight) => {
      rest -= weight
      return rest < 0
    })
    return ids.at(drawn) as number // −1 after rounding: the last
  }
}

/** Applies what acts on logits: the repetition penalty, the ban of repeated n-grams, and the temperature. */
export function processLogits(logits: Float32Array, ids: readonly number[], sampling: Sampling): void {
  const { temperature, repetitionPenalty, noRepeatNgram } = sampling
  const penalty = Math.fround(repetitionPenalty)
  if (penalty !== 1)
    for (const id of new Set(ids)) {
      const logit = logits[id] as number
      logits[id] = logit < 0 ? logit * penalty : logit / penalty
    }
  for (const id of repeating(ids, noRepeatNgram)) logits[id] = Number.NEGATIVE_INFINITY
  if (temperature > 0) for (const [id, logit] of logits.entries()) logits[id] = logit / temperature
}

/** The tokens that would complete n tokens which the text has already. */
function repeating(ids: readonly number[], n: number): number[] {
  if (n === 0) return []
  const last = ids.slice(ids.length + 1 - n)
  const found: number[] = []
  for (let from = 0; from + n <= ids.length; from++)
    if (last.every((id, i) => ids[from + i] === id)) found.push(ids[from + n - 1] as number)
  return found
}

/** The ids that top-k, top-p and min-p leave, with their weights; of those that are as likely as the last one that stays, all. */
export function kept(probabilities: Float32Array, { topK, topP, minP }: Omit<Sampling, 'seed'>) {
  const falling = probabilities.slice().sort().reverse()
  const at = (rank: number) => falling[rank] as number
  let ranks = falling.length
  if (topK > 0) ranks = Math.min(topK, ranks)
  while (at(ranks) === at(ranks - 1)) ranks++
  if (topP < 1) ranks = headOf(falling.subarray(0, ranks), topP)
  const least = Math.max(at(ranks - 1), minP * at(0))
  const ids: number[] = []
  const weights: number[] = []
  for (const [id, p] of probabilities.entries())
    if (p > 0 && p >= least) {
      ids.push(id)
      weights.push(p)
    }
  return { ids, weights }
}

/** How many of falling weights reach this share of their sum. */
function headOf(falling: Float32Array, share: number): number {
  const enough = share * sum(falling)
  let total = 0
  const last = falling.findIndex((weight) => {
    total += weight
    return total >= enough
  })
  return last < 0 ? falling.length : last + 1
}

function sum(values: ArrayLike<number>): number {
  let total = 0
  for (let i = 0; i < values.length; i++) total += values[i] as number
  return total
}
