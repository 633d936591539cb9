import { load } from 'whereformer'
import { use } from './use.js'

load()
  .then(use)
  .then(
    (text) => postMessage(text),
    (error) => postMessage(String(error)),
  )
