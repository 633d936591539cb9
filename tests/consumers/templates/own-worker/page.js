// `here` is what a worker of the page's own computed.
import 'whereformer/elements/register'
import { loadInWorker } from 'whereformer/worker'
import { use } from './use.js'

const tell = (name, text) => document.body.setAttribute(`data-${name}`, text)

const own = new Worker(new URL('./own-worker.js', import.meta.url), { type: 'module' })
own.addEventListener('message', ({ data }) => tell('here', data))
own.addEventListener('error', ({ message }) => tell('here', message))

loadInWorker()
  .then(use)
  .then(
    (text) => tell('worker', text),
    (error) => tell('worker', String(error)),
  )
