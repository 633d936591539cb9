// Threads in browsers: workers of a page or of a worker.

import { WhereformerError } from '../boundary/errors.js'
import { type ScriptAddresses, started } from '../boundary/worker-script.js'
import { type HelperWork, withdrawn } from './helper.js'
import { goneBeforeItsEnd, type Helper, type ThreadPlatform } from './platform.js'

const NAME = 'whereformer'
const ADVICE =
  'Under a strict content security policy serve "whereformer/core-thread.js" yourself and pass threadUrl.'

/** How long a script may be silent, in milliseconds: another one than a helper's loads, says nothing and reports no error. */
const LONGEST_SILENCE = 10_000

export const helpersAt =
  (addresses: ScriptAddresses): ThreadPlatform['open'] =>
  (work, gone) => {
    let { ticket } = work
    const open = async (address: string | URL) => {
      const attempt = { ...work, ticket }
      try {
        return await helperAt(address, attempt, gone)
      } catch (cause) {
        ticket = withdrawn(attempt)
        throw cause
      }
    }
    return started({ name: NAME, addresses, open, advice: ADVICE })
  }

export const cores = () => navigator.hardwareConcurrency ?? 1

export function obstacle(): string | undefined {
  if (typeof Worker !== 'function') return 'this platform has no workers'
  if (globalThis.crossOriginIsolated)
    return typeof SharedArrayBuffer === 'function' ? undefined : 'this browser has no SharedArrayBuffer'
  return 'the page is not cross-origin isolated: it lacks the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp'
}

function helperAt(address: string | URL, work: HelperWork, gone: () => void): Promise<Helper> {
  const worker = new Worker(address, { name: `${NAME} thread` })
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) => {
      worker.terminate()
      reject(new WhereformerError('ERR_LOAD', `${address}: ${reason}`))
    }
    const timer = setTimeout(() => refuse('did not answer'), LONGEST_SILENCE)
    worker.onmessage = () => {
      clearTimeout(timer)
      goneBeforeItsEnd(worker, gone)
      resolve({ end: () => worker.terminate() })
    }
    worker.onerror = (event) => {
      event.preventDefault()
      clearTimeout(timer)
      refuse(event.message || 'could not be loaded')
    }
    worker.postMessage(work)
  })
}
