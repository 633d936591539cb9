// Where the package is of which the page is built: dist/, or the one of `npm start`.

import { fileURLToPath } from 'node:url'

const { WHEREFORMER_PACKAGE } = process.env

/** Ends with a slash. */
export const packageFolder = `${WHEREFORMER_PACKAGE ?? fileURLToPath(new URL('../../../dist', import.meta.url))}/`
