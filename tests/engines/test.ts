// Tests that run in every engine. Each ends by asserting that no page had anything to complain about.

import { test as base, expect, inject } from 'vitest'
import { ISOLATED, type Served, type Server, serve } from '../support/server.js'
import type { Engine, Page } from './engine.js'
import { startFirefox } from './firefox/firefox.js'
import { root } from './package.js'
import { startWebKit } from './webkit/webkit.js'

export { expect }

const start = { firefox: startFirefox, webkit: startWebKit }

declare module 'vitest' {
  interface ProvidedContext {
    engine: keyof typeof start
  }
}

interface Started {
  engine: Engine
  /** The address of the built page. */
  site: string
}

interface Offered {
  /** Opens one more page. */
  open(address: string): Promise<Page>
  /** Serves folders and pages until the test ends. @returns their address */
  offer(served: Served): Promise<string>
  /** The same, with the headers of a cross-origin isolated page. */
  isolate(served: Served): Promise<string>
}

/** Not to be extended: what is made of it would start a browser of its own. */
export const test = base.extend<{ $test: Offered; $worker: Started }>({
  engine: [
    // biome-ignore lint/correctness/noEmptyPattern: it depends on nothing
    async ({}, use) => {
      const engine = await start[inject('engine')]()
      await use(engine)
      await engine.close()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ engine }, use) => {
      const server = await serve({ '/': new URL('web/demo/dist/', root) }, engine.head)
      await use(server.address)
      server.close()
    },
    { scope: 'worker' },
  ],
  offer: ({ engine }, use) => serving(engine, {}, use),
  isolate: ({ engine }, use) => serving(engine, ISOLATED, use),
  // depends on what serves, so that pages are closed before their servers
  open: async ({ engine, offer: _, isolate: __ }, use) => {
    const pages: Page[] = []
    await use(async (address) => {
      const page = await engine.open(address)
      pages.push(page)
      return page
    })
    const complaints: string[] = [] // all before a page is closed, which ends what its frames still load
    for (const page of pages) complaints.push(...(await page.complaints()))
    for (const page of pages) await page.close()
    expect(complaints, 'errors and warnings in the console').toEqual([])
  },
})

async function serving(
  { head }: Engine,
  headers: Readonly<Record<string, string>>,
  use: (offer: Offered['offer']) => Promise<void>,
): Promise<void> {
  const servers: Server[] = []
  await use(async (served) => {
    const server = await serve(served, head, headers)
    servers.push(server)
    return server.address
  })
  for (const server of servers) server.close()
}
