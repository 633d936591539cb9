// The progress of a task that reads from one or several sources.

export interface Progress {
  phase: 'wasm' | 'weights'
  /** Bytes read so far. */
  loaded: number
  /** Bytes in all; absent if unknown. */
  total?: number
  /** What is out of the ordinary: a server asks to wait, nothing can be kept, the tensors tell the family that the config does not … */
  notice?: string
}

/** Progress of a task that may begin anew: until it is as far as before, nothing is reported. */
export function neverBack(
  notify: ((progress: Progress) => void) | undefined,
): ((progress: Progress) => void) | undefined {
  let most = 0
  return (
    notify &&
    ((progress) => {
      const { loaded, notice } = progress
      if (loaded < most && !notice) return
      most = Math.max(most, loaded)
      notify({ ...progress, loaded: most })
    })
  )
}

/** Sums the bytes of all sources of one task. */
export class ProgressSum {
  readonly #phase: Progress['phase']
  readonly #notify: ((progress: Progress) => void) | undefined
  #loaded = 0
  /** The total of all sources; undefined if one is unknown. */
  total: number | undefined

  constructor(phase: Progress['phase'], notify?: (progress: Progress) => void) {
    this.#phase = phase
    this.#notify = notify
  }

  add(bytes: number): void {
    if (bytes === 0) return
    this.#loaded += bytes
    const total = this.total === undefined ? {} : { total: this.total }
    this.#notify?.({ phase: this.#phase, loaded: this.#loaded, ...total })
  }
}
