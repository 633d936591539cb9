// The page's side of a worker in a browser.

import { WhereformerError } from '../lib/boundary/errors.js'
import { blobOf, type ScriptAddresses, started } from '../lib/boundary/worker-script.js'
import { fetchUrl } from '../lib/checkpoint/source.js'
import { compiledModule } from '../lib/compiled-module.js'
import { trainWasmFiles } from '../lib/train/wasm-files.js'
import { fromWire } from '../lib/worker/protocol.js'
import type { FromWorker, LabWorker, ToWorker } from './messages.js'
import type { FromScript, Start } from './start.js'
import { inTime } from './time-limit.js'

const NAME = 'whereformer-lab'
/** How long a script may be silent: another one than the worker's loads, says nothing and reports no error. */
const LONGEST_SILENCE = 30_000 // ms
const ADVICE =
  'Under a strict content security policy serve "whereformer/worker-thread.js" yourself and pass workerUrl.'

const ownAddresses: ScriptAddresses = [
  blobOf(() => import('worker-thread-source')),
  () => new URL('worker-thread.js', import.meta.url),
]

export async function startWorker(workerUrl: string | URL | undefined): Promise<LabWorker> {
  const start = await compiled()
  return started({
    name: NAME,
    addresses: workerUrl === undefined ? ownAddresses : [() => workerUrl],
    open: (address) => WebWorker.open(address, start),
    advice: ADVICE,
  })
}

let message: Promise<Start> | undefined

/** The message with the compiled core, once for all workers; after a failure another attempt may succeed. */
function compiled(): Promise<Start> {
  message ??= compiledModule([undefined], { wasm: trainWasmFiles, open: fetchUrl }).then(
    (module) => ({ kind: 'start', module }),
    (cause) => {
      message = undefined
      throw cause
    },
  )
  return message
}

class WebWorker implements LabWorker {
  readonly #worker: Worker

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  /** Starts a worker; rejects if the script cannot be loaded or the core does not start. */
  static open(address: string | URL, start: Start): Promise<WebWorker> {
    const worker = new WebWorker(new Worker(address, { name: NAME }))
    const answer = new Promise<WebWorker>((resolve, reject) => {
      worker.#hear(
        (message) => {
          if (message.kind === 'started') resolve(worker)
          else if (message.kind === 'notStarted') reject(fromWire(message.error))
        },
        (reason) => reject(new WhereformerError('ERR_LOAD', reason)),
      )
      worker.#worker.postMessage(start)
    })
    return inTime(answer, LONGEST_SILENCE, 'the worker of the lab').catch((cause) => {
      worker.terminate()
      throw cause
    })
  }

  post(message: ToWorker): void {
    this.#worker.postMessage(message)
  }

  listen(onMessage: (message: FromWorker) => void, onDeath: (reason: string) => void): void {
    this.#hear(onMessage as (message: FromScript) => void, onDeath)
  }

  terminate(): void {
    this.#worker.terminate()
  }

  #hear(onMessage: (message: FromScript) => void, onDeath: (reason: string) => void): void {
    this.#worker.onmessage = ({ data }) => onMessage(data)
    this.#worker.onerror = (event) => {
      event.preventDefault?.()
      onDeath(event.message || 'its script could not be loaded')
    }
    this.#worker.onmessageerror = () => onDeath('a message could not be read')
  }
}
