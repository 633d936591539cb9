// One worker and its pending requests.

import { wrap } from 'comlink'
import { WhereformerError } from '../boundary/errors.js'
import { fromWire, type Reply, type Thread } from './protocol.js'

export class Connection {
  readonly thread: Thread
  readonly #worker: Worker
  readonly #waiting = new Set<(reason: WhereformerError) => void>()
  #cause: WhereformerError | undefined
  /** Called once, when the worker dies. */
  onDeath: () => void = () => {}

  constructor(worker: Worker) {
    this.#worker = worker
    this.thread = wrap<Thread>(worker) as unknown as Thread // every method returns a promise
    worker.addEventListener('error', this.#crashed)
    worker.addEventListener('messageerror', this.#crashed)
  }

  /** The value of a reply; rejects if the worker dies first. */
  async unwrap<T>(reply: Promise<Reply<T>>): Promise<T> {
    const answer = await this.#untilDeath(reply)
    if ('value' in answer) return answer.value
    const failure = fromWire(answer.error)
    // after a crash of the core the worker is replaced too: one way to recover
    if (failure.code === 'ERR_CRASHED') this.kill(failure)
    throw failure
  }

  kill(cause: WhereformerError): void {
    if (this.#cause) return
    this.#cause = cause
    this.#worker.terminate()
    this.onDeath()
    for (const reject of this.#waiting) reject(cause)
  }

  #untilDeath<T>(work: Promise<T>): Promise<T> {
    if (this.#cause) return Promise.reject(this.#cause)
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      work.then(resolve, (cause) => reject(unsendable(cause))).finally(() => this.#waiting.delete(reject))
    })
  }

  readonly #crashed = (event: Event): void => {
    event.preventDefault?.()
    const reason = 'message' in event ? String(event.message) : event.type
    this.kill(
      new WhereformerError('ERR_CRASHED', `the worker stopped (${reason}); the next call starts a new one`),
    )
  }
}

// The error of arguments that cannot be cloned (functions, throwing getters), which fail before they are posted; replies do not reject.
function unsendable(cause: unknown): WhereformerError {
  return new WhereformerError('ERR_TYPE', `an argument cannot be sent to the worker (${cause})`, { cause })
}
