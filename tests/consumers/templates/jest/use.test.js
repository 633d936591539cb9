import 'whereformer/elements/inline.js' // a script, which CommonJS can read
import { load } from 'whereformer'
import { use } from './use.js'

test('the library computes', async () => {
  console.log(await use(await load()))
})

test('elements are there and compute', async () => {
  document.body.innerHTML = '<wf-encoding encoding="rope" length="16"></wf-encoding>'
  const figure = document.body.firstElementChild
  await new Promise((resolve) => figure.addEventListener('wf-ready', resolve))
  await figure.updateComplete
  expect(figure.shadowRoot.querySelector('wf-matrix-view')).not.toBeNull()
})
