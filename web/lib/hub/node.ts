// Models by name in Node: files are kept in a folder, and those that the Hub's own programs have kept are found. Their settings are heeded.

import { readdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isUrl } from '../boundary/kinds.js'
import { codeOnDemand } from '../model/code-on-demand.js'
import { openFile } from '../node-file.js'
import { HUB } from './address.js'
import type { Files } from './files.js'
import { FolderStore } from './folder-store.js'
import { type HubPlatform, hubOf } from './from-pretrained.js'
import { loadHere } from './load-here.js'
import { snapshotFile } from './snapshots.js'

const { env } = process
const caches = () => env.XDG_CACHE_HOME || join(homedir(), '.cache')
const ofHub = () => env.HF_HUB_CACHE || join(env.HF_HOME || join(caches(), 'huggingface'), 'hub')

const ownStore = (folder = caches()) => new FolderStore(join(folder, 'whereformer-models'))

export const node: HubPlatform = {
  ...codeOnDemand,
  home: () => ({ host: env.HF_ENDPOINT || HUB, argument: 'HF_ENDPOINT' }),
  folderOf: (name) => (isFolder(name) ? localFiles(folderAt(String(name))) : undefined),
  storeAt(folder) {
    const own = ownStore(folder)
    return {
      find: async (key) => (await own.find(key)) ?? snapshotFile(ofHub(), key),
      create: (key, facts) => own.create(key, facts),
    }
  },
  cacheAt: (folder) => ownStore(folder).facts(),
}

export const hub = hubOf(node, loadHere(codeOnDemand))

const isFolder = (name: unknown) =>
  (typeof name === 'string' || isUrl(name)) && /^(?:file:|\.{0,2}\/)/i.test(String(name))

const folderAt = (name: string) => (/^file:/i.test(name) ? new URL(name) : pathToFileURL(resolve(name)))

function localFiles(folder: URL): Files {
  const beneath = new URL(folder)
  beneath.pathname = beneath.pathname.replace(/\/?$/, '/')
  const address = (file: string) => new URL(file.split('/').map(encodeURIComponent).join('/'), beneath).href
  return {
    names: () => readdir(beneath).catch(() => undefined),
    missing: (file) => `${fileURLToPath(address(file))}: there is no such file`,
    open: (file) =>
      openFile(address(file), 'weights').catch((cause) => {
        if (cause.cause?.code === 'ENOENT') return undefined
        throw cause
      }),
  }
}
