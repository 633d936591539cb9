// Sets up, builds, and serves the demo page.   npm start [-- --dev] [-- --host]
//   --dev    development server: reloads on changes in web/
//   --host   also reachable from other machines
//   PORT     environment variable: only this port; default 5173, or the next free one

import { join } from 'node:path'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'
import { main } from '../process.mjs'
import { setUp, versions } from '../setup/setup.mjs'
import { buildPage } from './build.mjs'
import { demo, pageFolder, pagePackage } from './demo.mjs'

await main(async () => {
  const dev = process.argv.includes('--dev')
  const port = portFromEnvironment()
  const tools = await setUp({ threads: false })
  console.log(versions(tools))
  await buildPage(tools, !dev)
  await serve(dev, port)
})

function portFromEnvironment() {
  const { PORT } = process.env
  if (PORT === undefined || PORT === '') return null
  if (!/^\d+$/.test(PORT) || Number(PORT) > 65535)
    throw new Failure(`PORT is ${PORT}; it must be a number from 0 to 65535.`)
  return Number(PORT)
}

async function serve(dev, port) {
  const vite = await import('vite')
  // 127.0.0.1 rather than localhost, which on some systems is only the IPv6 address
  const options = {
    port: port ?? 5173,
    strictPort: port !== null,
    host: process.argv.includes('--host') ? true : '127.0.0.1',
    open: false,
  }
  const server = await listen(vite, dev, options)
  const address = new URL(server.resolvedUrls.local[0])
  await waitUntilAnswered(address)
  const shown = new URL(address)
  shown.hostname = 'localhost'
  console.log(`\nWhereformer is served at ${shown}   (Ctrl+C stops it)`)
  for (const other of server.resolvedUrls.network) console.log(`also at ${other}`)
  stopWhenTold()
}

function stopWhenTold() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal)
    process.on(signal, () => process.exit(0))
  }
  // npm passes SIGTERM only to its shell; exit when that shell has ended
  const parent = process.ppid
  if (process.env.npm_lifecycle_event)
    setInterval(() => process.ppid === parent || process.exit(0), 1000).unref()
}

async function listen(vite, dev, options) {
  process.env.WHEREFORMER_PACKAGE = join(root, pagePackage)
  try {
    if (!dev)
      return await vite.preview({
        root: demo,
        build: { outDir: pageFolder },
        preview: options,
        logLevel: 'warn',
      })
    const server = await vite.createServer({ root: demo, server: options, logLevel: 'info' })
    return await server.listen()
  } catch (error) {
    if (/already in use|EADDRINUSE/.test(error.message)) {
      throw new Failure(
        `Port ${options.port} is taken by another program; choose another PORT or leave PORT unset.`,
      )
    }
    if (/EACCES/.test(error.message))
      throw new Failure(`Port ${options.port} requires more permissions; choose one above 1023.`)
    throw error
  }
}

async function waitUntilAnswered(address) {
  const answer = await fetch(address)
  if (!answer.ok) throw new Failure(`The server returns status ${answer.status} for ${address}.`)
}
