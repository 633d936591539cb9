// Starts a worker from the first of several addresses that works: a content security policy or a bundler may leave only one of them.

import { messageOf, WhereformerError } from './errors.js'

export type ScriptAddresses = ReadonlyArray<() => string | URL | Promise<string>>

export interface WorkerScript<T> {
  /** The name of the worker, and of the policy that a page with trusted types has to allow. */
  readonly name: string
  readonly addresses: ScriptAddresses
  /** Starts a worker from an address; rejects if it does not start. */
  open(address: string | URL): Promise<T>
  /** The advice of the error where no address works. */
  readonly advice: string
}

/** The address that the last worker started from: what a policy forbids would be reported with each. */
const working = new WeakMap<ScriptAddresses, ScriptAddresses[number]>()

export async function started<T>({ name, addresses, open, advice }: WorkerScript<T>): Promise<T> {
  const failures: string[] = []
  const known = working.get(addresses)
  const inOrder = known ? new Set([known, ...addresses]) : addresses
  for (const address of inOrder) {
    try {
      const worker = await open(trusted(await address(), name))
      working.set(addresses, address)
      return worker
    } catch (cause) {
      failures.push(messageOf(cause))
    }
  }
  throw new WhereformerError('ERR_LOAD', `no worker could be started (${failures.join('; ')}). ${advice}`)
}

/** The address of a script that a module has as text: the module is downloaded with the first worker. */
export function blobOf(load: () => Promise<{ default: string }>): () => Promise<string> {
  let url: string | undefined
  return async () => {
    const { default: source } = await load()
    url ??= URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
    return url
  }
}

/** Pages that require trusted types accept a URL only from a policy; the URL is the package's or the caller's. */
export function trusted(address: string | URL, name: string): string | URL {
  policy ??= ownPolicy(name)
  return policy?.createScriptURL(String(address)) ?? address
}

/** The policy of trusted types, one for a bundle: its name is that of the first script. */
let policy: TrustedPolicy | undefined

function ownPolicy(name: string): TrustedPolicy | undefined {
  try {
    const types = (globalThis as WithTrustedTypes).trustedTypes
    return types?.createPolicy(name, { createScriptURL: (url) => url })
  } catch {
    return undefined // the policy exists already, or the page does not allow it
  }
}

interface TrustedPolicy {
  createScriptURL(url: string): string
}

/** A window with trusted types, which TypeScript's library lacks. */
interface WithTrustedTypes {
  trustedTypes?: { createPolicy(name: string, rules: TrustedPolicy): TrustedPolicy }
}
