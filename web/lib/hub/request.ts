// One request of a file. A server that asks to wait is waited for; what keeps it from answering is another error than an answer.

import { aborted, throwIfAborted, WhereformerError } from '../boundary/errors.js'

/** How a caller of ours wants to be told, and when to stop. */
export interface Reading {
  signal: AbortSignal | undefined
  /** Says what is out of the ordinary: a wait, a cache that is full. */
  tell: (notice: string) => void
}

/** The server did not answer: there may be no network. */
export class Unreachable extends WhereformerError {}

export type Headers = Readonly<Record<string, string>>

const MOST_WAITS = 4
/** In seconds: the Hub counts requests in windows of five minutes. */
const LONGEST_WAIT = 300

/** The answer of a server, of any status. Pages follow redirects without the token, as fetch does across origins. */
export async function ask(url: string, headers: Headers, reading: Reading): Promise<Response> {
  for (let waits = 0; ; waits++) {
    const response = await fetched(url, headers, reading.signal)
    const { status } = response
    const seconds = secondsOf(response.headers.get('retry-after')) ?? 2 ** (waits + 1)
    const mayWait = waits < MOST_WAITS && seconds <= LONGEST_WAIT
    if ((status !== 429 && status !== 503) || !mayWait) return response
    leave(response)
    reading.tell(`${url}: the server answered ${status}; asking again in ${seconds} s`)
    await pause(seconds, reading.signal)
  }
}

async function fetched(url: string, headers: Headers, signal: AbortSignal | undefined): Promise<Response> {
  throwIfAborted(signal)
  try {
    return await fetch(url, { headers, signal: signal ?? null })
  } catch (cause) {
    if (signal?.aborted) throw aborted(signal)
    throw new Unreachable('ERR_LOAD', `${url}: could not be loaded (network or address: ${cause})`, { cause })
  }
}

/** Retry-After: seconds, or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds))
}

/** Of an answer whose body nobody reads. */
export function leave(response: Response): void {
  response.body?.cancel().catch(() => {})
}

export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal)
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(aborted(signal as AbortSignal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, 1000 * seconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
