import { css } from 'lit'
import { jobStyles } from '../../parts/job/job-status-styles.js'

export const extrapolationStyles = css`
  ${jobStyles}
  .primary .segments {
    grid-column: auto;
  }
  .primary .segments button {
    min-height: var(--_target);
  }
  .chart {
    position: relative;
  }
  .chart p {
    font-size: 0.8125rem;
    line-height: 18px;
  }
  /* over the table, which stays where it is */
  .chart wf-lines::part(readout) {
    position: absolute;
    z-index: 1;
    inset: 100% 0 auto;
    min-height: 0;
    background: var(--_paper);
  }
  .losses {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(230px, max-content);
    gap: 8px 32px;
    align-items: start;
  }
  .swatch {
    width: 24px;
    height: 8px;
    margin-inline-end: 6px;
    forced-color-adjust: none;
  }
  .values th[scope='row'] {
    color: var(--_ink);
  }
  .values th:first-child {
    text-align: start;
    padding-inline-start: 0;
  }
  .values td {
    font-variant-numeric: tabular-nums;
  }
  /* Four rows of a small model's sixteen pairs fill the stage. */
  .dials {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    gap: 0 4px;
    max-width: 640px;
    margin-inline: auto;
  }
  .dial {
    display: grid;
    justify-items: center;
    font-variant-numeric: tabular-nums;
  }
  .dial svg {
    width: 100%;
    max-width: clamp(40px, (var(--wf-stage-height, 444px) - 76px) / 4 - 24px, 128px);
  }
  .face {
    fill: none;
    stroke: var(--_line);
  }
  .trained {
    fill: var(--_rope);
  }
  .trained.full {
    opacity: 0.35;
  }
  .longer,
  .unseen-angles {
    fill: none;
    stroke: var(--_rope);
    stroke-width: 2;
    opacity: 0.35;
  }
  .unseen-angles {
    stroke-width: 3;
    stroke-dasharray: 1 4;
    stroke-linecap: round;
    opacity: 1;
  }
  .values caption {
    position: absolute;
    clip-path: inset(50%); /* the title above the chart says it, too */
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    width: 100%;
    text-align: end;
  }
  caption {
    text-align: start;
    padding-block-end: 4px;
  }
  th {
    font-weight: 400;
    color: var(--_soft);
    vertical-align: bottom;
  }
  th,
  td {
    padding: 3px 0 3px 10px;
    border-block-end: 1px solid var(--_line);
  }
  th:is([scope='row'], [rowspan]) {
    text-align: start;
    padding-inline-start: 0;
  }
  thead th[colspan] {
    text-align: center;
    border: 0;
  }
  .paper p {
    margin-block-start: 8px;
  }
  .captions {
    display: grid;
    gap: 8px;
  }
  textarea {
    width: 100%;
  }
  .wide {
    grid-column: 1 / -1;
  }
  /* One below the other: the chart is as high as the stage leaves it above the table and the control. */
  @container (max-width: 800px) {
    .losses {
      --_row: 30px;
      --_lowest: clamp(100px, var(--wf-stage-height, 480px) - 86px - (var(--_rows) + 1) * var(--_row), 440px);
      --_highest: var(--_lowest);
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (max-width: 480px) {
    .losses {
      --_row: 21px;
      row-gap: 4px;
    }
    .values :is(th, td) {
      padding-block: 1px;
      font-size: 0.8125rem;
      line-height: 18px;
    }
    .primary .segments button {
      padding-inline: 8px;
    }
  }
  @container (max-width: 400px) {
    td,
    th:not([scope='row'], [rowspan]) {
      padding-inline-start: 4px;
    }
  }
`
