// What a candidate's failure means.

import { WhereformerError } from '../boundary/errors.js'

/** A candidate that is refused does not explain the arrays; without memory, or after a crash, nobody knows whether it does. */
export function notComputable(cause: unknown): undefined {
  const refused = cause instanceof WhereformerError && !['ERR_OOM', 'ERR_CRASHED'].includes(cause.code)
  if (!refused) throw cause
  return undefined
}
