'use client'

import { useEffect } from 'react'

export function Figures() {
  useEffect(() => void import('../page.js'), [])
  return (
    <>
      <wf-encoding encoding="rope" suppressHydrationWarning></wf-encoding>
      <wf-rotation suppressHydrationWarning></wf-rotation>
    </>
  )
}
