// Where the parts of <wf-arrows> stand. They have their places from the start: only the height of the plane and transforms change, so
// nothing shifts.

import { css } from 'lit'
import { axisStyles } from './axis-styles.js'
import { narrowStyles } from './narrow-styles.js'
import { panelStyles } from './panel-styles.js'
import { planeStyles } from './plane-styles.js'

const wide = css`
  :host {
    container-type: inline-size;
    font: 400 14px / 20px var(--_sans);
  }
  p {
    margin: 0;
  }
  button {
    font: inherit;
    color: inherit;
  }
  svg {
    display: block;
    overflow: visible;
    user-select: none;
    -webkit-user-select: none;
  }
  svg text {
    pointer-events: none;
    font-variant-numeric: tabular-nums;
  }
  .arrows {
    --label: 21;
    display: grid;
    grid-template-rows: minmax(0, 1fr) auto;
    /* with the control, and the gap above it: the stage, or as much of the window as is left beside a header */
    height: calc(var(--wf-stage-height, clamp(480px, 100svh - 96px, 720px)) - 60px);
    position: relative;
  }
  .cell {
    position: relative;
    min-height: 0;
    container: cell / size;
  }
  .top {
    position: absolute;
    inset: 0 0 auto;
    height: 100%;
    display: grid;
    grid-template: minmax(0, 1fr) / minmax(0, 1fr);
    max-width: calc(100cqh + 260px); /* the numbers stand beside the plane */
  }
  .plane,
  .numbers {
    grid-area: 1 / 1;
  }
  .plane {
    width: 100%;
    height: 100%;
    min-height: 0;
    touch-action: pan-y;
  }
  .numbers {
    place-self: start end;
    width: min(208px, 70cqw);
    pointer-events: none;
  }
  .numbers button {
    pointer-events: auto;
  }
  .panel {
    position: absolute;
    inset: auto 0 0;
    visibility: hidden;
    opacity: 0;
  }
  .all {
    height: 148px;
    padding-top: 12px;
  }
  .scores {
    height: 172px;
    padding-top: 12px;
  }
  [data-view='clocks'] .all,
  [data-view='row'] .panel {
    visibility: visible;
    opacity: 1;
  }
  [data-view='clocks'] .top {
    height: calc(100% - 164px); /* words at the rim keep clear of the heading */
  }
  [data-view='row'] .top {
    height: calc(100% - 336px);
  }
  [data-view='row'] .all {
    transform: translateY(-172px);
  }
  @media (prefers-reduced-motion: no-preference) {
    .top {
      transition: height var(--_fast) var(--_ease);
    }
    .panel {
      transition:
        opacity var(--_fast),
        transform var(--_fast) var(--_ease),
        visibility var(--_fast);
    }
  }
  /* A low stage has room for the pairs and the scores, not for the plane. */
  @container cell (max-height: 500px) {
    [data-view='clocks'] .turns {
      display: none;
    }
    [data-view='row'] .top {
      visibility: hidden;
      opacity: 0;
    }
    [data-view='row'] .all {
      transform: translateY(calc(148px - 100cqh));
    }
    .scores {
      display: flex;
      flex-direction: column;
      height: calc(100% - 148px);
    }
    .row {
      flex: 1;
      min-height: 0;
    }
  }
`

export const arrowsViewStyles = [
  ...[wide, planeStyles, panelStyles, axisStyles],
  narrowStyles, // last: it takes back what others say
]
