// What a page of a user does: the library here, in its worker, and elements. The results are left on <body> for the test.
import 'whereformer/elements/register'
import { load } from 'whereformer'
import { loadInWorker } from 'whereformer/worker'
import { use } from './use.js'

const tell = (name, result) =>
  result.then(use).then(
    (text) => document.body.setAttribute(`data-${name}`, text),
    (error) => document.body.setAttribute(`data-${name}`, String(error)),
  )

tell('here', load())
tell('worker', loadInWorker())
