// The files that a name and its options stand for.

import { textOf } from '../boundary/checks.js'
import { refuse, show } from '../boundary/errors.js'
import { type Home, repositoryOf } from './address.js'
import { HostedFiles } from './hosted.js'
import type { Reading } from './request.js'
import type { Store } from './store.js'

/** Where a platform asks and keeps. */
export interface Places {
  /** The host where a caller names none. */
  home: () => Home
  /** Where files are kept, by the name or folder that a caller gives; undefined where nothing can be kept. */
  storeAt(place: string | undefined): Store | undefined
}

/** Not checked yet. */
interface HostOptions {
  revision?: unknown
  host?: unknown
  token?: unknown
  cache?: unknown
}

export function hostedFiles(
  places: Places,
  name: unknown,
  { revision, host, token, cache }: HostOptions,
  reading: Reading,
): HostedFiles {
  return new HostedFiles(repositoryOf({ name, revision, host }, places.home()), {
    token: tokenOf(token),
    store: cache === false ? undefined : places.storeAt(placeOf(cache, 'options.cache')),
    reading,
  })
}

// The words of a refusal do not repeat it.
function tokenOf(value: unknown): string | undefined {
  const token = value === undefined ? undefined : textOf(value, 'options.token')
  if (token === undefined || /^[!-~]+$/.test(token)) return token
  throw refuse('ERR_VALUE', 'options.token', 'a text that no header can hold', 'letters, digits and signs')
}

export function placeOf(cache: unknown, argument: string): string | undefined {
  if (cache === undefined || cache === true) return undefined
  if (typeof cache === 'string' && cache !== '') return cache
  throw refuse('ERR_TYPE', argument, show(cache), 'true, false, or the name of a place')
}
