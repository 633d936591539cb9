import { load } from 'whereformer'
import { Figure } from './figure.js'

export const dynamic = 'force-dynamic' // rendered by the server that runs, not by the build

const tensor = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }

export default async function Page() {
  const wf = await load()
  const { output } = wf.attention(tensor, tensor, tensor, { position: { type: 'rope' }, isCausal: true })
  return (
    <main>
      <p id="server">{`${wf.info.variant} ${[...output.data.slice(0, 2)]}`}</p>
      <Figure />
    </main>
  )
}
