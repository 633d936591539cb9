// States of runs in the browser's database.

import type { LabStorage } from './storage.js'

const STORE = 'runs'

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

  /** Resolves when the transaction is complete, so that what is written stays. */
  async #request<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await this.#open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = ask(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? request.error)
      transaction.onerror = () => reject(transaction.error ?? request.error)
    })
  }

  #open(): Promise<IDBDatabase> {
    this.#database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(this.#name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE)
      request.onerror = () => reject(request.error)
      request.onsuccess = () => {
        request.result.onversionchange = () => request.result.close()
        resolve(request.result)
      }
    })
    return this.#database
  }
}
