// What page/page.js does, with two threads here and two in the worker.
import 'whereformer/elements/register'
import { load } from 'whereformer'
import { loadInWorker } from 'whereformer/worker'
import { core } from './core.js'
import { use } from './use.js'

async function tell(name, loading) {
  const text = await loading.then(
    async (wf) => `${await use(wf)} threads ${JSON.stringify(wf.info.threads)}`,
    (error) => String(error),
  )
  document.body.setAttribute(`data-${name}`, text)
}

tell('here', load({ threads: 2, ...core }))
tell('worker', loadInWorker({ threads: 2, ...core }))
