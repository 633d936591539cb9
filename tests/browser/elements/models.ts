// The trained models, beside the pages of the figures.

import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import { ORIGIN } from './figures.js'

const folder = fileURLToPath(new URL('../../../web/demo/public/models/', import.meta.url))

export interface Serving {
  path?: string
  /** Files that are not found, as long as they match. */
  failing?: () => RegExp
}

/** Serves them under `path`; answers with the files that were asked for. */
export async function serveModels(
  context: BrowserContext,
  { path = '/models/', failing = () => /^$/ }: Serving = {},
): Promise<string[]> {
  const asked: string[] = []
  await context.route(`${ORIGIN}${path}**`, (route) => {
    const file = new URL(route.request().url()).pathname.slice(path.length)
    asked.push(file)
    if (failing().test(file) || !existsSync(folder + file)) return route.fulfill({ status: 404, body: 'no' })
    return route.fulfill({ body: readFileSync(folder + file) })
  })
  return asked
}
