import { css } from 'lit'
import { textBoxStyles } from '../../parts/trained/text-box-styles.js'

/** The picture and its control fill --wf-stage-height where a page sets it: on a phone, a share of the screen. */
export const shuffleStyles = css`
  ${textBoxStyles}
  .shuffle {
    --_beside: 262px; /* letters, ways, marks, findings, control */
    --_output: clamp(32px, (var(--wf-stage-height, 390px) - var(--_beside)) / 2, 96px);
    --_ways: 36px;
    display: grid;
    gap: 4px;
  }
  .columns {
    width: 100%;
    max-width: calc(var(--_count) * 34px);
  }
  .row-name {
    color: var(--_soft);
    font-size: 0.75rem;
    line-height: 16px;
  }
  .line {
    display: grid;
    grid-template-columns: repeat(var(--_count), minmax(0, 1fr));
  }
  .line > div {
    display: grid;
    justify-items: center;
    min-width: 0;
  }
  .moving {
    transform: translateX(calc(var(--_by) * 100%));
    transition: transform var(--_move) var(--_ease);
  }
  .line b {
    height: 20px;
    font-weight: 600;
    line-height: 20px;
  }
  .line wf-matrix-canvas {
    display: block;
    width: calc(100% - 2px);
    height: var(--_output);
  }
  .ways {
    display: block;
    width: 100%;
    height: var(--_ways);
    overflow: visible;
  }
  .ways path {
    fill: none;
    stroke: var(--_mark);
    stroke-width: 1.5;
    vector-effect: non-scaling-stroke;
    transition: d var(--_move) var(--_ease);
  }
  .ways .changed {
    stroke-dasharray: 2 3;
  }
  .same,
  .change {
    position: relative;
    width: min(10px, 60%);
    height: 20px;
    forced-color-adjust: none;
  }
  .same {
    height: 3px;
    margin-block: 5px 9px;
    border-block: 1.5px solid var(--_soft);
  }
  .change::before {
    content: '';
    position: absolute;
    inset: 0 0 auto;
    height: max(2px, calc(100% * var(--_share)));
    background: var(--_ink);
  }
  .findings {
    min-height: 3lh; /* the longest, on a phone: nothing below moves */
  }
  .maps {
    display: none;
  }
  .order {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  @container (max-width: 340px) {
    .order {
      flex-wrap: wrap;
    }
  }
  .order button {
    min-height: var(--_target);
    padding-inline: 12px;
    border-radius: var(--_radius-button);
    white-space: nowrap;
  }
  .order #shuffle {
    border-color: var(--_ink);
    background: var(--_ink);
    color: var(--_paper);
    font-weight: 550;
  }
  .order .switch label {
    min-height: var(--_target);
    line-height: 1.2;
  }
  .controls > .text-box,
  .values {
    grid-column: 1 / -1;
    min-width: 0;
  }
  .values {
    max-height: 12lh;
    overflow: auto;
  }
  .values table {
    border-collapse: collapse;
  }
  .values :is(th, td) {
    padding: 1px 24px 1px 0;
    text-align: end;
    font-weight: 400;
  }
  .values thead {
    color: var(--_soft);
  }
  .values :is(th, td):first-child {
    text-align: start;
  }
  @container (min-width: 560px) {
    .shuffle {
      --_beside: 306px;
      --_output: clamp(48px, (var(--wf-stage-height, 680px) - var(--_beside)) / 2, 96px);
      --_ways: 64px;
    }
    .findings {
      min-height: 2lh;
    }
    @media (min-width: 1000px) {
      .shuffle {
        --_map: clamp(96px, var(--wf-stage-height, 680px) - 416px, 200px);
        --_beside: calc(320px + var(--_map)); /* the maps, too */
      }
      .maps {
        display: grid;
        grid-template-columns: repeat(2, minmax(0, var(--_map)));
        gap: 8px 40px;
        margin-top: 8px;
      }
    }
    .order {
      gap: 16px;
    }
  }
  @media (forced-colors: active) {
    .order #shuffle {
      forced-color-adjust: none;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .moving,
    .ways path {
      transition: none;
    }
  }
`
