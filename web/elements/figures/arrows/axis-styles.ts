// The axis below the picture of <wf-arrows>.

import { css } from 'lit'

export const axisStyles = css`
  .axis {
    width: 100%;
    height: 104px;
    touch-action: pan-y;
  }
  .ticks {
    fill: none;
    stroke: var(--_soft);
  }
  .ten.behind {
    visibility: hidden;
  }
  .apart {
    stroke: var(--_rope);
    stroke-width: 5;
  }
  .distance {
    fill: var(--_rope);
    font-size: 13px;
    font-weight: 600;
  }
  .pin {
    cursor: grab;
    touch-action: none;
  }
  .stem {
    stroke: var(--_ink);
    stroke-width: 2;
  }
  .hit {
    fill: transparent;
  }
  .chip {
    fill: var(--_ink);
    stroke: var(--_ink);
    stroke-width: 2;
  }
  .pin.key .chip {
    fill: var(--_paper);
  }
  .pin .word {
    fill: var(--_paper);
    font-size: 14px;
    font-weight: 600;
  }
  .pin.key .word {
    fill: var(--_ink);
  }
  .pin .at {
    fill: var(--_soft);
    font-size: 13px;
  }
  .pin:focus-visible .chip {
    stroke: var(--_focus);
    stroke-width: 4;
  }
`
