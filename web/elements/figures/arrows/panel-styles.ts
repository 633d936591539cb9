// The clocks and the row of <wf-arrows>.

import { css } from 'lit'

export const panelStyles = css`
  .heading {
    white-space: nowrap;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  .heading b {
    font-weight: 600;
  }
  .heading span {
    margin-left: 0.5em;
    color: var(--_soft);
  }
  .clocks {
    display: grid;
    grid-template-columns: repeat(8, minmax(0, 1fr));
    gap: 6px;
  }
  .clocks button {
    display: block;
    padding: 4px 2px;
    border: 0;
    border-radius: var(--_radius-button);
    background: none;
    cursor: pointer;
    text-align: center;
  }
  .clocks button[aria-pressed='true'] {
    background: var(--_rope-wash);
  }
  .clock {
    width: 100%;
    max-width: 72px;
    margin-inline: auto;
  }
  .clocks :is(span, b) {
    display: block;
    font-size: 12px;
    line-height: 18px;
  }
  .clocks span {
    color: var(--_soft);
  }
  .clocks [aria-pressed='true'] span {
    color: var(--_ink);
  }
  .clocks b {
    font-weight: 600;
  }
  .dial {
    fill: none;
    stroke: var(--_line);
    stroke-width: 2;
  }
  [aria-pressed='true'] .dial {
    stroke: var(--_rope);
  }
  .hand {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 8;
    stroke-linecap: round;
  }
  .hand.key {
    stroke-width: 9;
  }
  .hand.core {
    stroke: var(--_paper);
    stroke-width: 4.5;
  }
  [aria-pressed='true'] .hand.core {
    stroke: var(--_rope-wash);
  }

  .row {
    /* RoPE's hue in parts/matrix/color-maps.ts */
    --zero: light-dark(#efece3, #23282f);
    --middle: light-dark(#a67fea, #9a66dd);
    --most: light-dark(#3d1486, #f6eaff);
    width: 100%;
    height: 140px;
    touch-action: pan-y;
  }
  .row:focus-visible {
    outline: 2px solid var(--_focus);
  }
  .bars {
    fill: none;
    stroke: var(--_mark);
  }
  .bars.now {
    stroke: var(--_rope);
  }
  .zero {
    stroke: var(--_soft);
  }
  .ring {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1.5;
  }
  .row .value {
    paint-order: stroke;
    stroke: var(--_paper);
    stroke-width: 4px;
    fill: var(--_ink);
    font-size: 13px;
    font-weight: 600;
  }
  .ten {
    fill: var(--_soft);
    font-size: 12px;
  }
`
