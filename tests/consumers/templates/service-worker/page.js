// `here` is what the service worker computed.
import 'whereformer/elements/register'
import { loadInWorker } from 'whereformer/worker'
import { use } from './use.js'

navigator.serviceWorker.addEventListener('message', ({ data }) =>
  document.body.setAttribute('data-here', data),
)
await navigator.serviceWorker.register('./sw.js', { type: 'module' })
const { active } = await navigator.serviceWorker.ready
active.postMessage('use')

loadInWorker()
  .then(use)
  .then(
    (text) => document.body.setAttribute('data-worker', text),
    (error) => document.body.setAttribute('data-worker', String(error)),
  )
