// A core that crashes inside a living worker, with a stand-in for the worker's side.

import { expose } from 'comlink'
import { expect, test } from 'vitest'
import { Connection } from '../../web/lib/worker/connection.js'
import { expectRejection } from '../support/errors.js'

class FakeWorker extends EventTarget {
  readonly #port: MessagePort
  terminated = false

  constructor(thread: object) {
    super()
    const { port1, port2 } = new MessageChannel()
    expose(thread, port2)
    port1.onmessage = ({ data }) => this.dispatchEvent(new MessageEvent('message', { data }))
    this.#port = port1
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message)
  }

  terminate(): void {
    this.terminated = true
    this.#port.close()
  }
}

test('a crashed core takes the worker and every waiting request with it', async () => {
  const crash = { error: { code: 'ERR_CRASHED', message: 'unreachable' } }
  const worker = new FakeWorker({ invoke: () => crash, abort: () => new Promise(() => {}) })
  const connection = new Connection(worker as unknown as Worker)
  let deaths = 0
  connection.onDeath = () => deaths++
  const waiting = connection.unwrap(connection.thread.abort(1) as never)
  await expectRejection(
    connection.unwrap(connection.thread.invoke('liveHandles', []) as never),
    'ERR_CRASHED',
    'unreachable',
  )
  await expectRejection(waiting, 'ERR_CRASHED', 'unreachable')
  await expectRejection(connection.unwrap(Promise.resolve({ value: 1 })), 'ERR_CRASHED')
  expect([worker.terminated, deaths]).toEqual([true, 1])
})

test('other errors leave the worker alive', async () => {
  const worker = new FakeWorker({ invoke: () => ({ error: { code: 'ERR_VALUE', message: 'no' } }) })
  const connection = new Connection(worker as unknown as Worker)
  await expectRejection(
    connection.unwrap(connection.thread.invoke('liveHandles', []) as never),
    'ERR_VALUE',
    'no',
  )
  expect(worker.terminated).toBe(false)
  worker.terminate()
})
