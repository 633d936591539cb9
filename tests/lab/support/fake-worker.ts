// Workers in this thread: the real code of a worker, with messages copied as between threads. They can be made to die.

import type { FromWorker, LabWorker, ToWorker } from '../../../web/lab/messages.js'
import { serve } from '../../../web/lab/worker.js'
import { Bigrams } from './bigrams.js'

export class FakeWorker implements LabWorker {
  readonly library = new Bigrams()
  readonly received: ToWorker[] = []
  terminated = false
  /** A worker that hangs: nothing arrives and nothing is said. */
  deaf = false
  #isDead = false
  #onMessage: (message: FromWorker) => void = () => {}
  #onDeath: (reason: string) => void = () => {}
  readonly #serve = serve(
    async () => this.library,
    (message) => this.#answer(message),
  )

  post(message: ToWorker): void {
    const copied = structuredClone(message)
    this.received.push(copied)
    setImmediate(() => {
      if (!this.#isGone()) this.#serve(copied)
    })
  }

  listen(onMessage: (message: FromWorker) => void, onDeath: (reason: string) => void): void {
    this.#onMessage = onMessage
    this.#onDeath = onDeath
  }

  terminate(): void {
    this.terminated = true
    // the thread is gone: its run must not go on in this one
    this.library.beforeStep = () => {
      throw new Error('terminated')
    }
  }

  die(): never {
    this.#isDead = true
    setImmediate(() => this.#onDeath('out of memory'))
    throw new Error('dead')
  }

  #answer(message: FromWorker): void {
    const copied = structuredClone(message)
    setImmediate(() => {
      if (!this.#isGone()) this.#onMessage(copied)
    })
  }

  #isGone(): boolean {
    return this.terminated || this.#isDead || this.deaf
  }
}
