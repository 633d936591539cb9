import { css } from 'lit'

export const lengthsStyles = css`
  .charts {
    display: grid;
    gap: 16px;
  }
  .chart {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(250px, max-content);
    gap: 4px 32px;
    align-items: start;
  }
  .chart .title {
    grid-column: 1 / -1;
  }
  .primary .segments {
    grid-column: auto;
  }
  .primary .segments button {
    min-height: var(--_target);
  }
  .values {
    border-collapse: collapse;
    width: 100%;
    text-align: end;
    font-variant-numeric: tabular-nums;
  }
  .values th {
    font-weight: 400;
    text-align: end;
    color: var(--_soft);
  }
  .values th:is(:first-child) {
    text-align: start;
  }
  .values :is(th, td) {
    padding: 2px 0 2px 10px;
    border-block-end: 1px solid var(--_line);
  }
  .values th:first-child {
    padding-inline-start: 0;
  }
  .values th[scope='row'] {
    color: var(--_ink);
  }
  .values td {
    white-space: nowrap;
  }
  wf-formula-box {
    margin-block-start: 8px;
  }
  wf-formula-box + .more {
    grid-column: 1 / -1;
  }
  .swatch {
    width: 24px;
    height: 8px;
    margin-inline-end: 6px;
    forced-color-adjust: none;
  }
  @container (max-width: 640px) {
    .text {
      display: none;
    }
    .chart {
      grid-template-columns: minmax(0, 1fr);
    }
    .values :is(th, td) {
      padding-block: 0;
    }
  }
  .title b {
    font-weight: 600;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .together {
    white-space: nowrap;
  }
  .status {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    margin-block-start: 8px;
  }
  progress {
    accent-color: var(--_ink);
    width: min(240px, 100%);
  }
  .captions {
    display: grid;
    gap: 8px;
  }
  button.train {
    font-weight: 600;
  }
`
