import { css } from 'lit'
import { fadingEnds } from '../../parts/element/element-styles.js'
import { jobStyles } from '../../parts/job/job-status-styles.js'

export const propertiesStyles = css`
  ${jobStyles}
  ${fadingEnds}
  .scroll {
    overflow: auto;
    animation: more-below linear;
    animation-timeline: scroll(self);
    max-height: 560px;
    border-block: 1px solid var(--_line);
  }
  table {
    border-collapse: collapse;
    width: 100%;
    min-width: 720px;
  }
  th,
  td {
    text-align: start;
    font-weight: 400;
    padding: 0 16px 0 0;
    border-block-end: 1px solid var(--_line);
  }
  td {
    padding-inline-start: 5px; /* as the buttons beside it */
    white-space: nowrap;
  }
  thead th {
    position: sticky;
    inset-block-start: 0;
    z-index: 1;
    background: var(--_paper);
    color: var(--_soft);
    vertical-align: bottom;
  }
  th button {
    border-color: transparent;
    padding-inline: 4px;
    text-align: start;
    white-space: normal;
  }
  thead button,
  tbody th button {
    width: 100%;
  }
  tbody th {
    min-width: 10em;
    max-width: 22em;
  }
  th button:hover,
  tbody button[aria-expanded='true'],
  [aria-sort$='ending'] button {
    border-color: var(--_mark);
  }
  .examples td {
    padding: 12px 16px 16px 4px;
    white-space: normal;
  }
  .pair-of {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 16px 32px;
    max-width: min(100%, 92cqi);
    position: sticky;
    inset-inline-start: 4px;
  }
  .curves {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    align-content: start;
  }
  ul {
    margin: 8px 0;
    padding-inline-start: 1.2em;
  }
  @media print {
    .scroll {
      max-height: none;
    }
  }
  @container (max-width: 900px) {
    td {
      padding-inline-end: 8px;
      white-space: normal;
    }
  }
  @container (720px < width <= 900px) {
    td:lang(zh) {
      word-break: keep-all;
    }
  }
  /* In narrow places the name of a row stands above its cells. */
  @container (max-width: 720px) {
    table,
    thead,
    tbody {
      display: block;
      min-width: 0;
    }
    tr:not(.examples) {
      display: grid;
      grid-template-columns: repeat(5, minmax(0, 1fr));
      border-block-end: 1px solid var(--_line);
    }
    tr.examples,
    .examples td {
      display: block;
    }
    thead {
      position: sticky;
      inset-block-start: 0;
      z-index: 1;
      background: var(--_paper);
    }
    th,
    td {
      font-size: 0.87em;
      line-height: 1.3;
      padding: 2px 4px 6px;
      border: 0;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    thead th {
      position: static;
      padding-inline: 0;
    }
    th:first-child {
      grid-column: 1 / -1;
      min-width: 0;
      max-width: none;
      padding: 2px 0 0;
    }
    .pair-of {
      grid-template-columns: minmax(0, 1fr);
      position: static;
    }
  }
`
