// A server of static files, as strangers have them.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
}

export const NOT_FOUND = { status: 404, body: 'not found' }
export const SINGLE_PAGE_APP = { status: 200, body: '<!doctype html><div id="app"></div>' }

/** Of a page that may have threads. */
export const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

/** Serves a folder; what is not there is answered by `missing`. @param headers of every answer */
export async function serve(folder, missing = NOT_FOUND, headers = {}) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    try {
      const body = await readFile(join(folder, path))
      const type = TYPES[extname(path)] ?? 'application/octet-stream'
      response.writeHead(200, { 'Content-Type': type, ...headers }).end(body)
    } catch {
      response.writeHead(missing.status, { 'Content-Type': 'text/html' }).end(missing.body)
    }
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${server.address().port}/`, close }
}
