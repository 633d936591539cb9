import { css } from 'lit'
import { hatching } from '../element/element-styles.js'

export const matrixTableStyles = css`
  .scroll {
    position: relative; /* the unseen words of hidden cells are clipped with the rest */
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    font-size: 0.78rem;
  }
  caption {
    text-align: start;
    color: var(--_soft);
    padding-bottom: 4px;
  }
  th,
  td {
    padding: 2px 4px;
    text-align: end;
    white-space: nowrap;
  }
  th {
    font-weight: 400;
    color: var(--_soft);
  }
  .hidden {
    ${hatching}
  }
`
