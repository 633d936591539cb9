// Framework bundles packages without import(): the entries that need no other file.
import 'whereformer/elements/inline.js'
import { load } from 'whereformer/inline'
import { use } from './use.js'

load()
  .then(use)
  .then(
    (text) => document.body.setAttribute('data-here', text),
    (error) => document.body.setAttribute('data-here', String(error)),
  )
