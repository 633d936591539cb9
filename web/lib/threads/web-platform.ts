// Threads in browsers: workers of a page or of a worker.

import { WhereformerError } from '../boundary/errors.js'
import { type ScriptAddresses, started } from '../boundary/worker-script.js'
import type { HelperWork } from './helper.js'
import { goneBeforeItsEnd, type Helper, type ThreadPlatform } from './platform.js'

const NAME = 'whereformer'
const ADVICE =
  'Under a strict content security policy serve "whereformer/core-thread.js" yourself and pass threadUrl.'

/** A script that is not that of a helper loads, says nothing and reports no error. */
const LONGEST_SILENCE = 10_000

export const helpersAt =
  (addresses: ScriptAddresses): ThreadPlatform['open'] =>
  (work, gone) =>
    started({ name: NAME, addresses, open: (address) => helperAt(address, work, gone), advice: ADVICE })

export const cores = () => navigator.hardwareConcurrency ?? 1

export function obstacle(): string | undefined {
  if (typeof Worker !== 'function') return 'this platform has no workers'
  if (globalThis.crossOriginIsolated)
    return typeof SharedArrayBuffer === 'function' ? undefined : 'this browser has no SharedArrayBuffer'
  return 'the page is not cross-origin isolated: it lacks the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp'
}

function helperAt(address: string | URL, work: HelperWork, gone: () => void): Promise<Helper> {
  const worker = new Worker(address, { name: `${NAME} thread` })
  const end = worker.terminate.bind(worker)
  goneBeforeItsEnd(worker, gone)
  return new Promise((resolve, reject) => {
    const refuse = (reason: string) => {
      end()
      reject(new WhereformerError('ERR_LOAD', `${address}: ${reason}`))
    }
    const timer = setTimeout(() => {
      gone()
      refuse('did not answer')
    }, LONGEST_SILENCE)
    let answered = false
    worker.onmessage = () => {
      answered = true
      clearTimeout(timer)
      resolve({ end: () => worker.terminate() })
    }
    worker.onerror = (event) => {
      event.preventDefault()
      clearTimeout(timer)
      if (answered) gone() // one that was never there leaves its place to the next address
      refuse(event.message || 'could not be loaded')
    }
    worker.postMessage(work)
  })
}
