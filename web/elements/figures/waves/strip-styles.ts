import { css } from 'lit'

export const stripStyles = css`
  :host {
    display: grid;
    grid-template-rows: minmax(0, 1fr) auto 40px;
    gap: 4px;
    min-height: 0;
    font-size: inherit;
    line-height: inherit;
  }
  svg {
    display: block;
    width: 100%;
    height: 100%;
    min-height: 0;
    overflow: visible;
    user-select: none;
    -webkit-user-select: none;
  }
  svg :focus-visible {
    outline: none;
  }
  text {
    font-size: 12px;
    fill: var(--_soft);
  }
  .strip {
    touch-action: pan-y;
    cursor: crosshair;
  }
  .bars path {
    fill: var(--_sinusoid);
  }
  /* While counting, digits are no parts of a bar. */
  .bars path:nth-child(even) {
    fill-opacity: calc(1 - 0.28 * var(--_apart, 1));
  }
  .rest {
    fill: var(--_sinusoid);
    fill-opacity: calc(1 - 0.6 * var(--_apart, 1));
  }
  .chosen {
    fill: var(--_ink);
  }
  .sine path,
  .cosine path {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  .cosine path {
    stroke: var(--_soft);
    stroke-width: 1;
    stroke-dasharray: 3 3;
  }
  .channels path {
    fill: var(--_learned);
  }
  .channels path:nth-child(even) {
    fill-opacity: 0.72;
  }
  /* not cut by the frame of a position */
  .titles text {
    paint-order: stroke;
    stroke: var(--_paper);
    stroke-width: 4px;
    stroke-linejoin: round;
  }
  .titles .name {
    fill: var(--_ink);
    font-weight: 600;
  }
  .hatch {
    stroke: var(--_mark);
    stroke-opacity: 0.6;
  }
  .missing {
    fill: none;
    stroke: var(--_wrong);
    stroke-width: 1.5;
    stroke-dasharray: 4 3;
  }
  .titles .wrong {
    fill: var(--_wrong);
    font-weight: 600;
  }
  .marks rect {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1.5;
  }
  .marks rect:nth-child(2) {
    stroke-dasharray: 4 2;
  }
  .labels text {
    text-anchor: end;
  }
  .ticks text {
    text-anchor: middle;
  }
  .surface,
  .reach {
    fill: transparent;
  }
  .handle {
    cursor: grab;
    touch-action: none;
  }
  .handle:active {
    cursor: grabbing;
  }
  .handle .stem {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1.5;
  }
  .handle .chip {
    fill: var(--_ink);
    stroke: var(--_ink);
    stroke-width: 2;
  }
  .handle text {
    fill: var(--_paper);
    font-size: 13px;
    font-weight: 600;
    text-anchor: middle;
    pointer-events: none;
  }
  .second .chip {
    fill: var(--_paper);
  }
  .second text {
    fill: var(--_ink);
  }
  .handle:focus-visible .halo {
    stroke: var(--_focus);
  }
  .halo {
    fill: none;
    stroke: transparent;
    stroke-width: 2.5;
  }
  .steps path {
    fill: var(--_mark);
  }
  .steps .chosen {
    fill: var(--_ink);
  }
  @container waves (max-height: 260px) {
    :host {
      grid-template-rows: minmax(0, 1fr) auto 24px;
      gap: 2px;
    }
  }
  @media (forced-colors: active) {
    svg {
      forced-color-adjust: none;
      --_ink: CanvasText;
      --_soft: CanvasText;
      --_paper: Canvas;
      --_sinusoid: GrayText;
      --_learned: GrayText;
      --_mark: GrayText;
      --_wrong: CanvasText;
    }
  }
`
