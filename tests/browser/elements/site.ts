// The site that pages with figures are on: a page of the test, and the built package beside it. One for each process of tests, which is
// where the browser of that process finds the name (playwright.config.ts). Pages open sooner than with answers by interception.

import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { TYPES } from '../../support/server.js'

export const ORIGIN = 'http://figures.test'

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url))

export class Site {
  /** Of every address outside of the package. */
  html = ''
  /** That of the page. */
  charset = 'utf-8'
  /** Receives the files of the package that are asked for. */
  requests: string[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer(({ url = '' }, answer) => {
      const { pathname } = new URL(url, ORIGIN)
      if (!pathname.startsWith('/package/'))
        return answer.writeHead(200, { 'content-type': `text/html; charset=${this.charset}` }).end(this.html)
      const file = pathname.slice('/package/'.length)
      this.requests.push(file)
      if (!existsSync(dist + file)) return answer.writeHead(404).end()
      return answer
        .writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'text/plain' })
        .end(readFileSync(dist + file))
    })
  }

  static async open(): Promise<Site> {
    const site = new Site()
    site.#server.listen(Number(process.env.WHEREFORMER_FIGURES_PORT), '127.0.0.1')
    await once(site.#server, 'listening')
    return site
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }
}
