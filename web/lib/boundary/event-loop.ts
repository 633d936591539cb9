// Yields to the event loop during long work, so that a page stays responsive and an abort can arrive.

const LONGEST_RUN_MS = 16

export class EventLoop {
  #since = performance.now()

  /** Resolves in a new task if 16 ms have passed since the last yield, else immediately. @returns whether others had their turn */
  async yield(): Promise<boolean> {
    if (performance.now() - this.#since < LONGEST_RUN_MS) return false
    await nextTask()
    this.#since = performance.now()
    return true
  }
}

// setTimeout waits at least 4 ms; a message starts a new task at once.
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
