import { useEffect } from 'react'

export default function Page() {
  useEffect(() => void import('../page.js'), [])
  return (
    <main>
      <wf-encoding encoding="rope"></wf-encoding>
      <wf-rotation></wf-rotation>
    </main>
  )
}
