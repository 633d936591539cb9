import { load } from 'whereformer/inline'
import { use } from './use.js'

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', ({ source, data }) => {
  if (data !== 'use') return
  load()
    .then(use)
    .then(
      (text) => source.postMessage(text),
      (error) => source.postMessage(String(error)),
    )
})
