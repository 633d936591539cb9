'use client'

import { useEffect } from 'react'

export function Figure() {
  useEffect(() => void import('../page.js'), [])
  return <wf-encoding encoding="rope" suppressHydrationWarning></wf-encoding>
}
