// Colours of the terms: ink is content, the encoding's hue is position; mixed terms are striped.

import { css } from 'lit'
import { hatching } from '../../parts/element/element-styles.js'

export const termStyles = css`
  .term {
    box-sizing: border-box;
    forced-color-adjust: none;
  }
  .content {
    background: var(--_term-content);
  }
  .contentPosition {
    background: repeating-linear-gradient(90deg, var(--_term-content) 0 4px, var(--_term-position) 4px 6px);
  }
  .positionContent {
    background: repeating-linear-gradient(90deg, var(--_term-position) 0 4px, var(--_term-content) 4px 6px);
  }
  .positionPosition {
    background: var(--_term-position);
  }
  .rotation {
    background: repeating-linear-gradient(90deg, var(--_term-position) 0 2px, var(--_paper) 2px 4px);
    border: 1px solid var(--_term-position);
  }
  .bias {
    background: var(--_paper);
    border: 2px solid var(--_term-position);
  }
  .softcap {
    background: var(--_soft);
  }
  .mask {
    ${hatching}
  }
`
