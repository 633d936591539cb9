import { css } from 'lit'
import { jobStyles } from '../../parts/job/job-status-styles.js'

export const extrapolationStyles = css`
  ${jobStyles}
  .beside {
    display: grid;
    grid-template-columns: minmax(0, 3fr) minmax(0, 2fr);
    gap: 16px 32px;
    align-items: start;
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
  @container (max-width: 820px) {
    .beside {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (max-width: 400px) {
    td,
    th:not([scope='row'], [rowspan]) {
      padding-inline-start: 4px;
    }
  }
`
