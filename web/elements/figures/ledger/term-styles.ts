// Colours of the terms: blue is content, orange is position; mixed terms are striped.

import { css } from 'lit'
import { hatching } from '../../parts/element/element-styles.js'

export const termStyles = css`
  .term {
    box-sizing: border-box;
    forced-color-adjust: none;
  }
  .content {
    background: var(--_content);
  }
  .contentPosition {
    background: repeating-linear-gradient(90deg, var(--_content) 0 4px, var(--_position) 4px 6px);
  }
  .positionContent {
    background: repeating-linear-gradient(90deg, var(--_position) 0 4px, var(--_content) 4px 6px);
  }
  .positionPosition {
    background: var(--_position);
  }
  .rotation {
    background: repeating-linear-gradient(90deg, var(--_position) 0 2px, var(--_page) 2px 4px);
    border: 1px solid var(--_position);
  }
  .bias {
    background: var(--_page);
    border: 2px solid var(--_position);
  }
  .softcap {
    background: var(--_quiet);
  }
  .mask {
    ${hatching}
  }
`
