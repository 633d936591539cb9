// The axis and the control below the picture of <wf-arrows>.

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

export const primaryStyles = css`
  .primary {
    display: grid;
    grid-template-columns: 44px minmax(0, 1fr);
    gap: 0 16px;
    align-items: center;
    min-height: 48px;
    padding-inline-end: var(--more, 0px);
  }
  .play {
    position: relative;
    width: 44px;
    height: 44px;
    border: 0;
    border-radius: 50%;
    background: var(--_ink);
    cursor: pointer;
  }
  .play::before {
    content: '';
    position: absolute;
    inset: 0;
    width: 0;
    height: 0;
    margin: auto;
    translate: 2px 0;
    border: solid transparent;
    border-width: 8px 0 8px 13px;
    border-left-color: var(--_paper);
  }
  .play.on::before {
    width: 4px;
    height: 14px;
    translate: 0 0;
    border: solid var(--_paper);
    border-width: 0 4px;
  }
  .primary label span {
    display: block;
    font-weight: 550;
  }
  .primary input {
    appearance: none;
    display: block;
    width: 100%;
    height: 28px;
    margin: 0;
    background: none;
    cursor: pointer;
  }
  .primary input::-webkit-slider-runnable-track {
    height: 4px;
    border-radius: 2px;
    background: linear-gradient(to right, var(--_ink) var(--filled), var(--_line) 0);
  }
  .primary input::-moz-range-track {
    height: 4px;
    border-radius: 2px;
    background: linear-gradient(to right, var(--_ink) var(--filled), var(--_line) 0);
  }
  .primary input::-webkit-slider-thumb {
    appearance: none;
    width: 22px;
    height: 22px;
    margin-top: -9px;
    border: 3px solid var(--_paper);
    border-radius: 50%;
    background: var(--_ink);
    box-shadow: 0 0 0 1px var(--_ink);
  }
  .primary input::-moz-range-thumb {
    box-sizing: border-box;
    width: 22px;
    height: 22px;
    border: 3px solid var(--_paper);
    border-radius: 50%;
    background: var(--_ink);
    box-shadow: 0 0 0 1px var(--_ink);
  }
`
