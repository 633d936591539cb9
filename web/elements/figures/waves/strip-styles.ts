import { css } from 'lit'

export const stripStyles = css`
  :host {
    --_sinusoid: var(--wf-sinusoid, light-dark(#8a6f00, #d4b128));
    --_learned: var(--wf-learned, light-dark(#852c22, #d9604c));
    --_mark: var(--wf-mark, light-dark(#8f8b81, #7d858f));
    --_wrong: var(--wf-wrong, light-dark(#c2182b, #ff7d86));
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
    fill: var(--_quiet);
  }
  .strip {
    touch-action: pan-y;
    cursor: crosshair;
  }
  .bars path {
    fill: var(--_sinusoid);
  }
  .bars path:nth-child(even) {
    fill-opacity: 0.72;
  }
  .rest {
    fill: var(--_sinusoid);
    fill-opacity: 0.4;
  }
  .chosen {
    fill: var(--_text);
  }
  .sine path,
  .cosine path {
    fill: none;
    stroke: var(--_text);
    stroke-width: 1.5;
    stroke-linejoin: round;
  }
  .cosine path {
    stroke: var(--_quiet);
    stroke-width: 1;
    stroke-dasharray: 3 3;
  }
  .channels path {
    fill: var(--_learned);
  }
  .channels path:nth-child(even) {
    fill-opacity: 0.72;
  }
  .table .name {
    fill: var(--_text);
    font-weight: 600;
  }
  .hatch {
    stroke: var(--_line);
  }
  .missing {
    fill: none;
    stroke: var(--_wrong);
    stroke-width: 1.5;
    stroke-dasharray: 4 3;
  }
  .table .wrong {
    fill: var(--_wrong);
    font-weight: 600;
  }
  .marks rect {
    fill: none;
    stroke: var(--_text);
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
    stroke: var(--_text);
    stroke-width: 1.5;
  }
  .handle .chip {
    fill: var(--_text);
    stroke: var(--_text);
    stroke-width: 2;
  }
  .handle text {
    fill: var(--_page);
    font-size: 13px;
    font-weight: 600;
    text-anchor: middle;
    pointer-events: none;
  }
  .second .chip {
    fill: var(--_page);
  }
  .second text {
    fill: var(--_text);
  }
  .handle:focus-visible .halo {
    stroke: var(--wf-focus, light-dark(#1c4884, #8fbcff));
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
    fill: var(--_text);
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
      --_text: CanvasText;
      --_quiet: CanvasText;
      --_page: Canvas;
      --_sinusoid: GrayText;
      --_learned: GrayText;
      --_mark: GrayText;
      --_wrong: CanvasText;
    }
  }
`
