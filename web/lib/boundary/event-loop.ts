// Giving way to the event loop, so that a page stays alive and an abort can arrive.

const LONGEST_RUN_MS = 16

/** Resolves in a new task when 16 ms of work have passed since the last one, at once otherwise. */
export class Turns {
  #since = performance.now()

  async giveWay(): Promise<void> {
    if (performance.now() - this.#since < LONGEST_RUN_MS) return
    await nextTask()
    this.#since = performance.now()
  }
}

// setTimeout would wait 4 ms; a message is a task of its own at once.
function nextTask(): Promise<void> {
  if (typeof setImmediate === 'function') return new Promise((resolve) => setImmediate(resolve))
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
