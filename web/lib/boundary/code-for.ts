// Code that comes with its first use, from a file beside this module.

import { WhereformerError } from './errors.js'

export async function codeFor<T>(what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    const reason = `the code for ${what}, a file beside this module, could not be loaded; ${advice()}: ${cause}`
    throw new WhereformerError('ERR_LOAD', reason, { cause })
  }
}

/** What helps where a file beside a module does not come. */
export const INSTEAD = 'import from "whereformer/inline", which needs neither a .wasm file nor import()'

function advice(): string {
  if ('ServiceWorkerGlobalScope' in globalThis) return `service workers have no import(), so ${INSTEAD}`
  if ('WorkerGlobalScope' in globalThis) return `browsers ask for it again in a new worker, or ${INSTEAD}`
  return 'browsers ask for it again after a reload'
}
