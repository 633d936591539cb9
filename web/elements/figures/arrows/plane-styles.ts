// The plane of a pair and its numbers.

import { css } from 'lit'

export const planeStyles = css`
  .grid :is(circle, path) {
    fill: none;
    stroke: var(--_line);
    stroke-width: var(--px);
  }
  .wedge {
    fill: var(--_rope-wash);
  }
  .shaft {
    fill: none;
    stroke: var(--_ink);
    stroke-width: calc(7 * var(--px));
  }
  .head {
    fill: var(--_ink);
    stroke: var(--_ink);
    stroke-width: calc(2 * var(--px));
    stroke-linejoin: round;
  }
  .arrow .core {
    fill: none;
    stroke: none;
  }
  .arrow.key .core {
    stroke: var(--_paper);
    stroke-width: calc(3 * var(--px));
  }
  .arrow.key .head {
    fill: var(--_paper);
  }
  .ghost {
    fill: none;
    stroke: var(--_soft);
    stroke-width: calc(1.5 * var(--px));
    stroke-dasharray: calc(2 * var(--px)) calc(5 * var(--px));
    stroke-linecap: round;
  }
  .arc {
    fill: none;
    stroke: var(--_rope);
    stroke-width: calc(2.5 * var(--px));
  }
  .plane text {
    fill: var(--_ink);
    font: 600 calc(var(--label) * var(--px)) / 1 var(--_sans);
    paint-order: stroke;
    stroke: var(--_paper);
    stroke-width: calc(4 * var(--px));
    stroke-linejoin: round;
  }
  .plane .letter {
    font: italic 400 calc(var(--label) * 1.25 * var(--px)) / 1 var(--wf-serif, Georgia, serif);
  }
  .plane .between {
    font-size: calc(0.8 * var(--label) * var(--px));
    font-weight: 500;
    stroke: none;
  }
  .grip {
    fill: transparent;
    cursor: grab;
    touch-action: none;
  }
  .grip:hover {
    fill: var(--_ink);
    fill-opacity: 0.08;
  }
  .grip:active,
  .pin:active {
    cursor: grabbing;
  }
  svg :focus-visible {
    outline: none;
  }
  .grip:focus-visible {
    stroke: var(--_focus);
    stroke-width: calc(2.5 * var(--px));
  }

  .numbers table {
    width: 100%;
    border-collapse: collapse;
    table-layout: fixed;
  }
  .numbers th {
    padding: 4px 0;
    color: var(--_soft);
    font-weight: 400;
    text-align: left;
  }
  .numbers :is(td, thead th) {
    padding-left: 8px;
    text-align: right;
    white-space: nowrap;
  }
  .numbers td {
    color: var(--_soft);
    font-size: 20px;
    line-height: 28px;
  }
  .numbers :is(td, th):first-child {
    width: 58px;
    padding-left: 0;
  }
  .numbers tbody tr {
    border-top: 1px solid var(--_line);
  }
  .arrows:not(.unturned) .after :is(td, th),
  .unturned .before :is(td, th) {
    color: var(--_ink);
    font-weight: 600;
  }
  .pair {
    border: 0;
    padding: 4px 0;
    background: none;
    color: var(--_soft);
    cursor: pointer;
    text-decoration: underline 1px var(--_mark);
    text-underline-offset: 4px;
  }
  .pair b {
    color: var(--_ink);
    font-weight: 600;
  }
  .turns {
    margin-top: 8px;
  }
  .turns span {
    display: block;
  }
  .turns b {
    color: var(--_rope);
    font-weight: 600;
    white-space: nowrap;
  }
  .unturned .turns {
    visibility: hidden;
  }
`
