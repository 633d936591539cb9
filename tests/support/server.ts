// Folders and pages on a server of their own.

import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'

/** What is under an address: the text of a file, or a folder; both end in a slash then. */
export type Served = Readonly<Record<string, URL | string>>

export interface Server {
  /** Ends in a slash. */
  address: string
  close(): void
}

/** Headers of a page that is cross-origin isolated. */
export const ISOLATED: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/** By the ending of a path. */
export const TYPES: Readonly<Record<string, string>> = {
  '': 'text/html; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** @param head HTML with which every page begins @param headers of every answer */
export async function serve(
  served: Served,
  head: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Server> {
  const server = createServer(async ({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://localhost').pathname)
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    const body = await find(served, path).catch(() => null)
    if (body === null) return response.writeHead(404).end()
    response.setHeader('Content-Type', type)
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end(type.startsWith('text/html') ? beginningWith(head, String(body)) : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function find(served: Served, path: string): Promise<string | Buffer> {
  const text = served[path]
  if (typeof text === 'string') return text
  const above = Object.entries(served).filter(([one, what]) => what instanceof URL && path.startsWith(one))
  const [place, folder] = above.reduce((best, one) => (one[0].length > best[0].length ? one : best), ['', ''])
  return readFile(new URL(path.slice(place.length).replace(/(^|\/)$/, '$1index.html'), folder))
}

/** Before a policy of the page can forbid it. */
export function beginningWith(head: string, html: string): string {
  return html.replace(/<html[^>]*>/, (tag) => tag + head)
}
