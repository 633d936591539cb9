// PCG32 (O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms", XSH-RR 64/32): seeded random numbers
// by exact integer arithmetic, the same in every engine.

import { refuse, show } from './errors.js'

/** The four numbers that a generator goes on from: state and increment, each as high and low 32 bits. */
export type Pcg32State = readonly [number, number, number, number]

/** A source of random numbers, from which a task draws. */
export interface Random {
  /** A whole number from 0 to n − 1, each equally likely; n from 1 to 2^32. */
  below(n: number): number
  /** A number in [0, 1), a multiple of 2^−32. */
  uniform(): number
}

const MULTIPLIER_HIGH = 0x5851f42d
const MULTIPLIER_LOW = 0x4c957f2d
const TWO_32 = 2 ** 32

export class Pcg32 implements Random {
  #high = 0
  #low = 0
  readonly #addHigh: number
  readonly #addLow: number

  /** Seed and stream are from 0 to 2^53 − 1. Generators of one seed and different streams are independent. */
  constructor(seed: number, stream = 0) {
    // the increment is odd: 2 · stream + 1
    this.#addHigh = Math.floor(stream / 2 ** 31) >>> 0
    this.#addLow = ((stream % 2 ** 31) * 2 + 1) >>> 0
    this.#advance()
    this.#add(Math.floor(seed / TWO_32), seed % TWO_32)
    this.#advance()
  }

  static from(state: unknown): Pcg32 {
    if (!isState(state)) throw refuse('ERR_VALUE', 'state', show(state), 'four whole numbers below 2^32')
    const stream = state[2] * 2 ** 31 + (state[3] - 1) / 2
    const random = new Pcg32(0, stream)
    random.#high = state[0]
    random.#low = state[1]
    return random
  }

  get state(): Pcg32State {
    return [this.#high, this.#low, this.#addHigh, this.#addLow]
  }

  /** 32 random bits. */
  next(): number {
    const high = this.#high
    const low = this.#low
    this.#advance()
    // ((state >> 18) ^ state) >> 27, turned right by state >> 59
    const mixedHigh = (high >>> 18) ^ high
    const mixedLow = ((high << 14) | (low >>> 18)) ^ low
    const shifted = (mixedHigh << 5) | (mixedLow >>> 27)
    const turn = high >>> 27
    return ((shifted >>> turn) | (shifted << (-turn & 31))) >>> 0
  }

  uniform(): number {
    return this.next() / TWO_32
  }

  below(n: number): number {
    const unfair = TWO_32 % n // draws below it would come once too often
    for (;;) {
      const draw = this.next()
      if (draw >= unfair) return draw % n
    }
  }

  #advance(): void {
    const [high, low] = product(this.#high, this.#low)
    this.#high = high
    this.#low = low
    this.#add(this.#addHigh, this.#addLow)
  }

  #add(high: number, low: number): void {
    const sum = this.#low + low
    this.#high = (this.#high + high + (sum >= TWO_32 ? 1 : 0)) >>> 0
    this.#low = sum >>> 0
  }
}

/** The product (high, low) · multiplier modulo 2^64, from products of 16 bits by 32 bits, which doubles hold exactly. */
function product(high: number, low: number): [number, number] {
  const first = (low & 0xffff) * MULTIPLIER_LOW
  const second = (low >>> 16) * MULTIPLIER_LOW + Math.floor(first / 2 ** 16)
  const carry = Math.floor(second / 2 ** 16)
  const productLow = ((second % 2 ** 16) * 2 ** 16 + (first % 2 ** 16)) >>> 0
  const cross = Math.imul(high, MULTIPLIER_LOW) + Math.imul(low, MULTIPLIER_HIGH)
  return [(cross + carry) >>> 0, productLow]
}

function isState(value: unknown): value is Pcg32State {
  const isWord = (word: unknown) =>
    typeof word === 'number' && Number.isInteger(word) && word >= 0 && word < TWO_32
  return Array.isArray(value) && value.length === 4 && value.every(isWord) && value[3] % 2 === 1
}
