/** @jsxRuntime classic */
// Compiled with React's types, where JSX means React.createElement.

import React from 'react'
import type {} from 'whereformer/elements/react'

export const figure = (
  <div>
    <wf-encoding encoding="rope" length={64} />
  </div>
)

// @ts-expect-error there is no such view
export const wrong = React.createElement(() => <wf-encoding view="sideways" />)
