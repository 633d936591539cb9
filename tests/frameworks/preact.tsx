// Compiled with Preact and the installed package: right uses pass, wrong ones must not.

import type {} from 'whereformer/elements/preact'

export const figure = (
  <div class="beside">
    <wf-encoding
      encoding="rope"
      view="similarity"
      length={64}
      dim="32"
      fixed
      lang="zh"
      class="wide"
      ref={(element) => element?.reset()}
      onwf-error={({ detail }) => console.log(detail.code)}
    >
      <p slot="caption">A caption.</p>
    </wf-encoding>
    <wf-attention model="alibi" top-k={20} model-base="/models/" fragment />
  </div>
)

export const wrong = [
  // @ts-expect-error a name is a text
  <wf-encoding encoding={7} />,
  // @ts-expect-error there is no such view
  <wf-encoding view="sideways" />,
  // @ts-expect-error a length is a number
  <wf-encoding length="long" />,
  // @ts-expect-error a bias has no channels
  <wf-bias dim={3} />,
  // @ts-expect-error a count is a number
  <wf-attention top-k="many" />,
  // @ts-expect-error there is no such element
  <wf-nothing />,
]
