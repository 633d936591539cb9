import { css } from 'lit'

// The parts stand at their places from the start; only the height of the plane and transforms change, so nothing shifts.
export const arrowsViewStyles = css`
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
    grid-template-rows: minmax(0, 1fr) auto auto;
    height: var(--wf-stage-height, 720px);
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
    width: 204px;
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
    height: calc(100% - 148px);
  }
  [data-view='row'] .top {
    height: calc(100% - 320px);
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
  @container cell (max-height: 500px) {
    [data-view='row'] .all {
      visibility: hidden;
      opacity: 0;
    }
    [data-view='row'] .top {
      height: calc(100% - 172px);
    }
  }

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
    fill: var(--_ink);
    font-size: 13px;
    font-weight: 600;
  }
  .ten {
    fill: var(--_soft);
    font-size: 12px;
  }

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

  /* A narrow stage: the parts share one cell. */
  @container (max-width: 539px) {
    .arrows {
      --label: 15;
      height: var(--wf-stage-height, 404px);
    }
    .cell > * {
      inset: 0;
      height: 100%;
      padding: 0;
    }
    .cell > .top,
    [data-view='row'] .cell > .panel,
    [data-view='clocks'] .cell > .panel {
      height: 100%;
      transform: none;
      transition: none;
      visibility: hidden;
      opacity: 0;
    }
    .cell > .top {
      max-width: none;
      grid-template-columns: min(100cqh, 54cqw) minmax(0, 1fr);
      gap: 8px;
      align-items: center;
    }
    .numbers {
      grid-area: 1 / 2;
      place-self: center stretch;
      width: auto;
    }
    [data-view='plane'] .cell > .top,
    [data-view='clocks'] .cell > .all,
    [data-view='row'] .cell > .scores {
      visibility: visible;
      opacity: 1;
    }
    .plane {
      aspect-ratio: 1;
      height: auto;
    }
    .numbers table {
      table-layout: auto;
    }
    .numbers th,
    .turns {
      font-size: 12px;
      line-height: 16px;
    }
    .numbers td {
      padding-left: 4px;
      font-size: 16px;
      line-height: 22px;
    }
    .numbers :is(td, th):first-child {
      width: auto;
    }
    .turns {
      line-height: 18px;
    }
    .all {
      display: flex;
      flex-direction: column;
    }
    .all .heading span {
      display: none;
    }
    .clocks {
      flex: 1;
      grid-template: repeat(2, minmax(0, 1fr)) / repeat(4, minmax(0, 1fr));
      gap: 2px;
      min-height: 0;
    }
    .clocks button {
      display: flex;
      flex-direction: column;
      justify-content: center;
      padding: 2px 0;
      min-height: 0;
    }
    .clock {
      flex: 0 1 60px;
      min-height: 0;
    }
    .clocks :is(span, b) {
      line-height: 16px;
    }
    .scores {
      display: flex;
      flex-direction: column;
    }
    .row {
      flex: 1;
      min-height: 0;
    }
    .heading {
      font-size: 13px;
    }
    .axis {
      height: 96px;
    }
  }
  @container cell (max-width: 539px) and (max-height: 190px) {
    .clocks button {
      display: grid;
      grid-template: auto auto / 34px auto;
      align-content: center;
      justify-content: center;
      column-gap: 4px;
    }
    .clock {
      grid-row: 1 / 3;
      align-self: center;
    }
  }
  @media (forced-colors: active) {
    .arrows {
      --_ink: CanvasText;
      --_soft: CanvasText;
      --_paper: Canvas;
      --_line: GrayText;
      --_mark: GrayText;
      --_rope: Highlight;
      --_rope-wash: Canvas;
      --_map-0: Canvas;
      --_map-rope-1: GrayText;
      --_map-rope-2: CanvasText;
      --_focus: Highlight;
    }
    svg,
    .play,
    .primary input {
      forced-color-adjust: none;
    }
    .clocks button[aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
  }
`
