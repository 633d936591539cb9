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

function advice(): string {
  const inline = '"whereformer/inline", which needs no other file'
  if ('ServiceWorkerGlobalScope' in globalThis)
    return `service workers have no import(), so import from ${inline}`
  if ('WorkerGlobalScope' in globalThis)
    return `browsers ask for it again in a new worker, or import from ${inline}`
  return 'browsers ask for it again after a reload'
}
