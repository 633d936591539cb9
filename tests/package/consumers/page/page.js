// What a page of a user does: the library here, in its worker, and an element. The results are left on <body> for the test.
import 'whereformer/elements/register'
import { load } from 'whereformer'
import { loadInWorker } from 'whereformer/worker'

const tensor = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }

async function attend(wf) {
  const { output } = await wf.attention(tensor, tensor, tensor, {
    position: { type: 'rope' },
    isCausal: true,
  })
  return `${wf.info.variant} ${[...output.data.slice(0, 2)]}`
}

const tell = (name, result) =>
  result.then(attend).then(
    (text) => document.body.setAttribute(`data-${name}`, text),
    (error) => document.body.setAttribute(`data-${name}`, String(error)),
  )

tell('here', load())
tell('worker', loadInWorker())
