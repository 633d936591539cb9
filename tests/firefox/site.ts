// web/demo/dist on a server of its own, as playwright.config.ts has it.

import { fileURLToPath } from 'node:url'
import { preview } from 'vite'

export interface Site {
  /** Ends in a slash. */
  address: string
  close(): Promise<void>
}

export async function serveSite(): Promise<Site> {
  const server = await preview({
    root: fileURLToPath(new URL('../../web/demo', import.meta.url)),
    logLevel: 'silent',
    preview: { host: '127.0.0.1', port: 41_747, strictPort: false },
  })
  return { address: server.resolvedUrls?.local[0] ?? '', close: () => server.close() }
}
