// uPlot's style sheet, reduced to the parts used here.

import { css } from 'lit'

export const plotStyles = css`
  .plot {
    position: relative;
    min-width: 0;
    touch-action: pan-y;
  }
  .uplot,
  .u-wrap {
    position: relative;
    user-select: none;
    width: 100%;
  }
  .u-over,
  .u-under {
    position: absolute;
  }
  .u-under {
    overflow: hidden;
  }
  .uplot canvas {
    display: block;
    position: relative;
    width: 100%;
    height: 100%;
  }
  .u-axis {
    position: absolute;
  }
  .u-cursor-x,
  .u-cursor-y {
    position: absolute;
    inset: 0 auto auto 0;
    pointer-events: none;
  }
  .u-cursor-x {
    height: 100%;
    border-right: 1px dashed var(--_soft);
  }
  .u-cursor-y,
  .u-select,
  .u-legend,
  .u-off {
    display: none;
  }
  .u-cursor-pt {
    position: absolute;
    inset: 0 auto auto 0;
    border: 0 solid;
    border-radius: 50%;
    pointer-events: none;
    background-clip: padding-box !important;
  }
`
