// Both scripts are no modules of AMD: one leaves a global, the other defines elements. The worker is a module.
requirejs.config({
  baseUrl: './node_modules/whereformer/dist',
  paths: { whereformer: 'whereformer.global', 'whereformer/elements': 'elements/inline' },
  shim: { whereformer: { exports: 'whereformer' } },
})

const tell = (name, result) =>
  Promise.all([result, import('./use.js')])
    .then(([wf, { use }]) => use(wf))
    .then(
      (text) => document.body.setAttribute(`data-${name}`, text),
      (error) => document.body.setAttribute(`data-${name}`, String(error)),
    )

requirejs(['whereformer', 'whereformer/elements'], ({ load }) => {
  tell('here', load())
  tell(
    'worker',
    import('./node_modules/whereformer/dist/worker.mjs').then(({ loadInWorker }) => loadInWorker()),
  )
})
