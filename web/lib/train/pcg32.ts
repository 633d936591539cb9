// Seeded random numbers, the same on every machine and as src/core/random.hpp draws them.
// PCG32 (O'Neill 2014, "PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms").

const wrapped = (x: bigint) => BigInt.asUintN(64, x)

export class Pcg32 {
  #state = 0n

  constructor(seed: bigint) {
    this.next()
    this.#state = wrapped(this.#state + seed)
    this.next()
  }

  /** 32 random bits. */
  next(): number {
    const old = this.#state
    this.#state = wrapped(old * 6364136223846793005n + 1442695040888963407n)
    const shifted = Number(BigInt.asUintN(32, ((old >> 18n) ^ old) >> 27n))
    const turn = Number(old >> 59n)
    return ((shifted >>> turn) | (shifted << (-turn & 31))) >>> 0
  }

  /** In [0, 1). */
  uniform(): number {
    return this.next() * 2 ** -32
  }
}
