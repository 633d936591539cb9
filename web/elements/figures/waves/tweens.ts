// Numbers on their way to where they shall be, each with a start and a time of its own.

interface Way {
  from: number
  to: number
  start: number
  milliseconds: number
}

/** Slow at both ends. */
const eased = (share: number): number => (share < 0.5 ? 2 * share ** 2 : 1 - 2 * (1 - share) ** 2)

/** Clocks of pages can go back: what takes no time has arrived at any. */
const hasArrived = ({ start, milliseconds }: Way, now: number): boolean =>
  milliseconds === 0 || now - start >= milliseconds

export class Tweens<Name extends string> {
  readonly #ways = new Map<Name, Way>()

  /** From where it is now; in no time at first, and where there is none. */
  send(name: Name, to: number, milliseconds: number, now: number): void {
    const before = this.#ways.get(name)
    if (before?.to === to && milliseconds > 0) return
    const isNew = !before || !Number.isFinite(before.to)
    this.#ways.set(name, {
      ...{ from: this.at(name, now), to, start: now },
      milliseconds: isNew || !Number.isFinite(to) ? 0 : milliseconds,
    })
  }

  at(name: Name, now: number): number {
    const way = this.#ways.get(name)
    if (!way) return Number.NaN
    const { from, to, start, milliseconds } = way
    if (hasArrived(way, now)) return to
    return from + (to - from) * eased(Math.max(0, now - start) / milliseconds)
  }

  has(name: Name): boolean {
    return this.#ways.has(name)
  }

  /** Where it is going; NaN if it is nowhere. */
  to(name: Name): number {
    return this.#ways.get(name)?.to ?? Number.NaN
  }

  /** Whether all have arrived. */
  isOver(now: number): boolean {
    return [...this.#ways.values()].every((way) => hasArrived(way, now))
  }
}
