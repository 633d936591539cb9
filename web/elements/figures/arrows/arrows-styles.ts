// What stands around the picture of <wf-arrows>: the control that moves both words, and those behind “More”.

import { css } from 'lit'
import { playStyles } from '../../parts/controls/play-styles.js'

export const arrowsStyles = css`
  ${playStyles}
  .mover {
    display: grid;
    grid-template-columns: 44px minmax(0, 1fr);
    gap: 0 16px;
    align-items: center;
    margin-block: -4px 0; /* a line and the track are 48 px high, a control 44; nothing reaches out of a stage */
  }
  .mover label span {
    display: block;
    font-weight: 550;
    line-height: 20px;
  }
  .controls > :is(.wide, .segments) {
    grid-column: 1 / -1;
  }
  .controls input[type='text'] {
    width: 100%;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
`
