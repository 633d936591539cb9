import { load } from './node_modules/whereformer/dist/inline.mjs'
import { loadInWorker } from './node_modules/whereformer/dist/worker.mjs'
import { use } from './use.js'

const tell = (name, result) =>
  result.then(use).then(
    (text) => document.body.setAttribute(`data-${name}`, text),
    (error) => document.body.setAttribute(`data-${name}`, String(error)),
  )

tell('here', load())
tell('worker', loadInWorker())
