// Compiled with React's types and the installed package: right uses pass, wrong ones must not.

import type {} from 'whereformer/elements/react'

export const figure = (
  <div className="beside">
    <wf-encoding
      encoding="rope"
      view="similarity"
      length={64}
      dim="32"
      fixed
      lang="zh"
      theme="dark"
      class="wide"
      id="rope"
      key="rope"
      ref={(element) => element?.reset()}
      onwf-error={({ detail }) => console.log(detail.code)}
    >
      <p slot="caption">A caption.</p>
    </wf-encoding>
    <wf-attention model="alibi" top-k={20} model-base="/models/" fragment />
    <wf-mistakes mistake="decay" input="3" fixed={false} />
  </div>
)

export const wrong = [
  // @ts-expect-error a name is a text
  <wf-encoding key="1" encoding={7} />,
  // @ts-expect-error there is no such view
  <wf-encoding key="2" view="sideways" />,
  // @ts-expect-error a length is a number
  <wf-encoding key="3" length="long" />,
  // @ts-expect-error a bias has no channels
  <wf-bias key="4" dim={3} />,
  // @ts-expect-error a count is a number
  <wf-attention key="7" top-k="many" />,
  // @ts-expect-error there is no such element
  <wf-nothing key="5" />,
  // @ts-expect-error the state is JSON
  <wf-encoding key="6" onwf-state={(event: CustomEvent<number>) => event.detail.toFixed()} />,
]
