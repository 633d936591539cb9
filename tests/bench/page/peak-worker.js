// The other core at its limit: multiplies and adds in registers while `state[0]` is 1, and counts its steps in `state[1]`.
import { peakExports } from './engines/peak.js'

const CHUNK = 4000 // some microseconds

self.onmessage = async ({ data: { variant, state } }) => {
  const { multiplyAddSteps } = await peakExports(variant)
  multiplyAddSteps(200 * CHUNK) // compiled
  self.postMessage('ready')
  for (;;) {
    Atomics.wait(state, 0, 0)
    while (Atomics.load(state, 0) === 1) {
      multiplyAddSteps(CHUNK)
      Atomics.add(state, 1, 1)
    }
  }
}

export { CHUNK }
