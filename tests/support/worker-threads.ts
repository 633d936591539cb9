// Web Workers for Node, over worker_threads: enough of the interface to run the real worker script in a real thread.

import { resolveObjectURL } from 'node:buffer'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker as Thread, type Transferable } from 'node:worker_threads'

const CRASH = 'crash, please'

// What a dedicated worker's global scope offers, for the script that follows.
const SCOPE = `
const { parentPort } = require('node:worker_threads')
globalThis.self = globalThis
globalThis.WorkerGlobalScope = class {}
globalThis.importScripts = (address) => {
  if (!address.startsWith('file:')) throw new Error('nothing at ' + address) // a blob cannot be read at once here
  require('node:vm').runInThisContext(require('node:fs').readFileSync(new URL(address), 'utf8'))
}
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer)
globalThis.addEventListener = (type, listener) => {
  if (type === 'message') parentPort.on('message', (data) => listener({ data, origin: '' }))
}
parentPort.on('message', (data) => {
  if (data === ${JSON.stringify(CRASH)}) throw new Error('made to crash')
})
`

type Listener = (event: { type: string; data?: unknown; message?: string }) => void

export class NodeWorker {
  /** Every worker so far, the latest last. */
  static readonly all: NodeWorker[] = []
  /** Addresses that a content security policy would refuse. */
  static refused: RegExp | undefined

  readonly address: string
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #starting: Promise<unknown>
  #thread: Thread | undefined
  terminated = false

  constructor(address: string | URL) {
    this.address = String(address)
    NodeWorker.all.push(this)
    this.#starting = this.#start()
    this.#starting.catch((error: Error) => this.#emit('error', { message: error.message }))
  }

  async #start(): Promise<void> {
    if (NodeWorker.refused?.test(this.address))
      throw new Error(`refused to start from ${this.address.slice(0, 5)}`)
    const thread = new Thread(SCOPE + (await scriptAt(this.address)), { eval: true })
    thread.on('message', (data) => this.#emit('message', { data }))
    thread.on('error', (error) => this.#emit('error', { message: (error as Error).message }))
    if (this.terminated) await thread.terminate()
    this.#thread = thread
  }

  #emit(type: string, event: object): void {
    for (const listener of this.#listeners.get(type) ?? []) listener({ type, ...event })
  }

  addEventListener(type: string, listener: Listener): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener))
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners.get(type)?.delete(listener)
  }

  // Cloning happens in the thread of the caller, as in a page, once there is somebody to post to.
  postMessage(message: unknown, transfer?: Transferable[]): void {
    if (this.#thread) this.#thread.postMessage(message, transfer)
    else this.#starting.then(() => this.#thread?.postMessage(message, transfer)).catch(() => {})
  }

  terminate(): void {
    this.terminated = true
    void this.#thread?.terminate()
  }

  /** An uncaught exception inside. */
  crash(): void {
    this.postMessage(CRASH)
  }
}

async function scriptAt(address: string): Promise<string> {
  const inside = /^data:[^,]*,(.*)$/s.exec(address)?.[1]
  if (inside !== undefined) return decodeURIComponent(inside)
  if (address.startsWith('file:')) return readFile(fileURLToPath(address), 'utf8')
  const blob = resolveObjectURL(address)
  if (!blob) throw new Error(`nothing at ${address}`)
  return blob.text()
}
