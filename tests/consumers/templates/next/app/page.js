import { load } from 'whereformer'
import { use } from '../use.js'
import { Figures } from './figures.js'

export const dynamic = 'force-dynamic' // rendered by the server that runs, not by the build

export default async function Page() {
  return (
    <main>
      <p id="server">{await use(await load())}</p>
      <Figures />
    </main>
  )
}
