// A computation of many steps: shows intermediate results, stops on request or when the settings change, and can be resumed. The
// caller caches finished steps, so that resuming is quick.

import type { ReactiveController, ReactiveControllerHost } from 'lit'

/** The part of a figure that the controller uses. */
export interface JobHost {
  /** The settings; a new object after every change. */
  settings: () => unknown
  show: (picture: unknown) => void
  resume: () => void
}

export interface Run {
  /** Aborted when its result is no longer wanted. */
  signal: AbortSignal
  show: (picture: unknown) => void
  end: () => void
}

export class JobController implements ReactiveController {
  readonly #element: ReactiveControllerHost & HTMLElement
  readonly #host: JobHost
  #controller: AbortController | undefined
  #settings: unknown
  #interrupted = false

  constructor(element: ReactiveControllerHost & HTMLElement, host: JobHost) {
    this.#element = element
    this.#host = host
    element.addController(this)
  }

  get isRunning(): boolean {
    return this.#controller !== undefined
  }

  begin(): Run {
    const controller = new AbortController()
    this.#controller = controller
    this.#settings = this.#host.settings()
    this.#element.requestUpdate()
    return {
      signal: controller.signal,
      show: (picture) => controller.signal.aborted || this.#host.show(picture),
      end: () => {
        if (this.#controller === controller) this.#controller = undefined
        this.#element.requestUpdate()
      },
    }
  }

  stop(): void {
    this.#controller?.abort()
  }

  hostUpdate(): void {
    if (this.#controller && this.#settings !== this.#host.settings()) this.stop()
  }

  hostConnected(): void {
    if (!this.#interrupted) return
    this.#interrupted = false
    this.#host.resume()
  }

  /** A move within the document does not stop the job. */
  hostDisconnected(): void {
    queueMicrotask(() => {
      if (this.#element.isConnected || !this.#controller) return
      this.#interrupted = true
      this.stop()
    })
  }
}

/** A figure with a job. */
export interface Working {
  readonly job: JobController
}

export const jobOf = (element: HTMLElement): JobController => (element as HTMLElement & Working).job
