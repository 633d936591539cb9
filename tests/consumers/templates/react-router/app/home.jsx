import { useEffect } from 'react'
import { load } from 'whereformer'
import { use } from './use.js'

export const loader = async () => ({ computed: await use(await load()) })

export default function Home({ loaderData }) {
  useEffect(() => void import('./page.js'), [])
  return (
    <main>
      <p id="server">{loaderData.computed}</p>
      <wf-encoding encoding="rope" suppressHydrationWarning></wf-encoding>
      <wf-rotation suppressHydrationWarning></wf-rotation>
    </main>
  )
}
