import { css } from 'lit'
import { ownControlStyles } from '../../parts/trained/stack-control-styles.js'
import { textBoxStyles } from '../../parts/trained/text-box-styles.js'

export const ledgerStyles = css`
  ${textBoxStyles}
  ${ownControlStyles}
  @container (min-width: 1000px) {
    .controls:has(#stack) {
      grid-template-columns: repeat(auto-fill, minmax(150px, 1fr));
    }
  }
`
