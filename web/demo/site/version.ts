// Which version a page belongs to.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const file = createRequire(import.meta.url).resolve('whereformer/package.json')
const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }

/** With the commit, where the build knows it: the development server does not. */
export const versionShown = ['Whereformer', version, process.env.WHEREFORMER_COMMIT]
  .filter((part) => part !== undefined)
  .join(' ')
