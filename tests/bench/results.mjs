// What was measured, and the questions that tables and targets ask of it.
import { median, pairedRatio } from './statistics.mjs'

/** Of an item without arithmetic to count, speed is told per this much work of the peak. */
const UNIT = 1e9

export class Results {
  /** @param {{item: {id: string, flops?: number}, candidates: object[]}[]} measured */
  constructor(measured) {
    this.measured = measured
  }

  get(id) {
    return this.measured.find(({ item }) => item.id === id)
  }

  /** A candidate that was right and has times; of several modes the first that there is. */
  timed(id, engine, ...modes) {
    const all = this.get(id)?.candidates.filter((one) => one.engine === engine && one.samples) ?? []
    return modes.map((mode) => all.find((one) => one.mode === mode)).find(Boolean)
  }

  milliseconds(id, engine, ...modes) {
    return median(this.timed(id, engine, ...modes)?.samples ?? [])
  }

  /**
   * Which share of the register-only peak of the same rounds a variant of ours reached; without arithmetic to count, how often it was
   * done while the peak does 10⁹ operations.
   */
  share(id, variant, mode = 'kernel') {
    const ours = this.timed(id, `whereformer ${variant}`, mode)
    const peak = this.timed(id, `peak ${variant}`, 'registers')
    if (!ours || !peak) return Number.NaN
    return pairedRatio(peak.samples, ours.samples) * ((ours.flops ?? UNIT) / peak.flops)
  }

  /** How many times as long the first takes as the second, each an engine and its modes, in the rounds of one item. */
  ratio(id, [slow, ...slowModes], [fast, ...fastModes]) {
    const [a, b] = [this.timed(id, slow, ...slowModes), this.timed(id, fast, ...fastModes)]
    return a && b ? pairedRatio(a.samples, b.samples) : Number.NaN
  }
}
