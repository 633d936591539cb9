// States of runs in the browser's database.

import type { LabStorage } from './storage.js'
import { inTime } from './time-limit.js'

const STORE = 'runs'
/** How long opening may take: a database that another page blocks may never open. */
const LONGEST_SILENCE = 5000 // ms

export class IndexedDbStorage implements LabStorage {
  readonly #name: string
  #database: Promise<IDBDatabase> | undefined

  constructor(name: string) {
    this.#name = name
  }

  get(key: string): Promise<Uint8Array | undefined> {
    return this.#request('readonly', (store) => store.get(key))
  }

  async set(key: string, bytes: Uint8Array): Promise<void> {
    await this.#request('readwrite', (store) => store.put(bytes, key))
  }

  async delete(key: string): Promise<void> {
    await this.#request('readwrite', (store) => store.delete(key))
  }

  /** Runs one request; resolves when its transaction is complete, so that what is written stays. */
  async #request<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#open()
    const done = new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = ask(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? request.error)
      transaction.onerror = () => reject(transaction.error ?? request.error)
    })
    return inTime(done, LONGEST_SILENCE, 'indexedDB')
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= inTime(this.#opened(), LONGEST_SILENCE, 'indexedDB.open')
    return this.#database
  }

  #opened(): Promise<IDBDatabase> {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE)
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close()
        resolve(request.result)
      }
    })
  }
}
