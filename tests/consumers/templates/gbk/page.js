// Classic scripts are read in the encoding of the page. Only the worker is a module.
const tell = (name, result) =>
  Promise.all([result, import('./use.js')])
    .then(([wf, { use }]) => use(wf))
    .then(
      (text) => document.body.setAttribute(`data-${name}`, text),
      (error) => document.body.setAttribute(`data-${name}`, String(error)),
    )

addEventListener('DOMContentLoaded', () => {
  tell('here', whereformer.load())
  tell(
    'worker',
    import('./node_modules/whereformer/dist/worker.mjs').then(({ loadInWorker }) => loadInWorker()),
  )
})
