// A server that answers as the Hub does: small files itself, weights by a redirect to another origin; ETag, ranges, the commit of a branch.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The files of one commit. */
export type Snapshot = Readonly<Record<string, Buffer>>

interface Asked {
  /** Which of the two origins was asked. */
  where: 'host' | 'store'
  /** The revision, or the commit. */
  at: string
  file: string
  headers: IncomingMessage['headers']
}

/** Answers in place of the server; returns false where the server shall answer. */
type Instead = (asked: Asked, response: ServerResponse, body: Buffer | undefined) => boolean

export interface HubServer {
  /** Of the host. */
  readonly address: string
  readonly asked: Asked[]
  /** The commits of the model, whatever name it is asked for by, and the branches. */
  commits: Record<string, Snapshot>
  branches: Record<string, string>
  /** Does it tell commits? Some mirrors do not. */
  tellsCommits: boolean
  /** Does it list the files of a model, as the Hub does? */
  lists: boolean
  instead: Instead
  close(): void
}

/** What pages of other origins may send and read. */
const FOR_PAGES = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, range',
  'access-control-expose-headers': 'etag, x-repo-commit, content-range, retry-after',
}

export const COMMIT = 'a'.repeat(40)
export const NEXT = 'b'.repeat(40)

export function snapshotOf(folder: URL): Snapshot {
  const names = readdirSync(folder).filter((name) => /^(?!expected).*\.(?:json|safetensors)$/.test(name))
  return Object.fromEntries(names.map((name) => [name, readFileSync(new URL(name, folder))]))
}

export async function hubServer(snapshot: Snapshot): Promise<HubServer> {
  const servers: Server[] = []
  const started = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    const server = createServer((request, response) => {
      for (const [name, value] of Object.entries(FOR_PAGES)) response.setHeader(name, value)
      if (request.method === 'OPTIONS') response.end()
      else answer(request, response)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const store = await started((request, response) => {
    const [, at = '', file = ''] = /^\/([^/]+)\/(.+)$/.exec(request.url ?? '') ?? []
    const asked = { where: 'store', at, file, headers: request.headers } as const
    const body = hub.commits[at]?.[file]
    hub.asked.push(asked)
    if (!hub.instead(asked, response, body)) send(request, response, body)
  })
  const address = await started((request, response) => {
    const [, revision] = /^\/api\/models\/[\w.-]+\/[\w.-]+\/revision\/([^?]+)$/.exec(request.url ?? '') ?? []
    if (revision !== undefined && hub.lists) {
      const sha = hub.branches[revision] ?? revision
      const files = Object.keys(hub.commits[sha] ?? {})
      const siblings = files.map((rfilename) => ({ rfilename }))
      response.setHeader('content-type', 'application/json; charset=utf-8')
      return void response.end(JSON.stringify({ sha, siblings }))
    }
    const [, at = '', file = ''] =
      /^(?:\/models)?\/[\w.-]+\/[\w.-]+\/resolve\/([^/]+)\/([^?]+)/
        .exec(request.url ?? '')
        ?.map(decodeURIComponent) ?? []
    const commit = hub.branches[at] ?? at
    const asked = { where: 'host', at, file, headers: request.headers } as const
    const body = hub.commits[commit]?.[file]
    hub.asked.push(asked)
    if (hub.tellsCommits && hub.commits[commit]) response.setHeader('x-repo-commit', commit)
    if (hub.instead(asked, response, body)) return
    const isLarge = body && file.endsWith('.safetensors')
    if (isLarge) response.writeHead(302, { location: `${store}/${commit}/${file}` }).end()
    else send(request, response, body)
  })
  const hub: HubServer = {
    address,
    asked: [],
    commits: { [COMMIT]: snapshot },
    branches: { main: COMMIT },
    tellsCommits: true,
    lists: true,
    instead: () => false,
    close() {
      for (const server of servers) {
        server.closeAllConnections()
        server.close()
      }
    },
  }
  return hub
}

const etagOf = (body: Buffer) => `"${createHash('sha256').update(body).digest('hex')}"`

function send({ headers }: IncomingMessage, response: ServerResponse, body: Buffer | undefined): void {
  if (!body) return void response.writeHead(404, { 'x-error-code': 'EntryNotFound' }).end('Entry not found')
  response.setHeader('etag', etagOf(body))
  const [, from, last] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? []
  if (from === undefined) return void response.writeHead(200, { 'content-length': body.length }).end(body)
  const part = body.subarray(Number(from), last ? Number(last) + 1 : body.length)
  const range = `bytes ${from}-${Number(from) + part.length - 1}/${body.length}`
  response.writeHead(206, { 'content-length': part.length, 'content-range': range }).end(part)
}

/** Sends the first bytes of a file, and ends the connection. */
export function cut(response: ServerResponse, body: Buffer, at: number, status = 200, from = 0): void {
  response.writeHead(status, {
    etag: etagOf(body),
    'content-length': body.length - from,
    ...(status === 206 && { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }),
  })
  response.write(body.subarray(from, at), () => setTimeout(() => response.destroy(), 20))
}
