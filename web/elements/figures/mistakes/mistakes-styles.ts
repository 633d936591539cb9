import { css } from 'lit'
import { fadingEnds } from '../../parts/element/element-styles.js'

export const mistakesStyles = css`
  ${fadingEnds}
  .mistakes {
    display: grid;
    grid-template-columns: minmax(0, min(18rem, 32cqi)) minmax(0, 1fr);
    gap: 16px 32px;
    align-items: start;
  }
  .mistakes.alone {
    grid-template-columns: minmax(0, 1fr);
  }
  .list {
    max-height: 640px;
    overflow-y: auto;
    animation: more-below linear;
    animation-timeline: scroll(self);
    border-inline-end: 1px solid var(--_line);
  }
  .list p {
    padding: 8px 8px 4px;
    color: var(--_soft);
  }
  [role='option'] {
    padding: 4px 8px;
    min-height: 24px;
    box-sizing: border-box;
    cursor: pointer;
    border-inline-start: 3px solid transparent;
    outline-offset: -2px;
  }
  [role='option']:hover {
    border-inline-start-color: var(--_line);
  }
  [role='option'][aria-selected='true'] {
    border-inline-start-color: var(--_ink);
    font-weight: 700;
  }
  .chooser {
    display: none;
  }
  .shown {
    display: grid;
    gap: 16px;
    min-width: 0;
  }
  .shown .name {
    font-size: 1.0625rem;
    font-weight: 700;
  }
  .sides {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .side {
    display: grid;
    gap: 4px;
    align-content: start;
    border-inline-start: 3px solid var(--_ink);
    padding-inline-start: 12px;
  }
  .side.wrong {
    border-inline-start-color: var(--_wrong);
  }
  .side .head-of {
    font-weight: 700;
  }
  .side.wrong .head-of,
  td.wrong .value {
    color: var(--_wrong);
  }
  .formula {
    display: block;
    overflow-x: auto;
    animation: more-beside linear;
    animation-timeline: scroll(self inline);
    max-width: 100%;
    padding: 4px 0;
    font-size: 1.0625rem;
  }
  math {
    width: max-content;
  }
  math + math {
    margin-block-start: 8px;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
    width: 100%;
    max-width: 48rem;
  }
  th,
  td {
    text-align: start;
    font-weight: 400;
    padding: 4px 16px 4px 0;
    border-block-end: 1px solid var(--_line);
    white-space: nowrap;
  }
  thead th,
  tbody th {
    color: var(--_soft);
  }
  tr.apart td:last-child {
    font-weight: 700;
  }
  td .value {
    display: inline-block;
    min-width: 5em;
  }
  td svg {
    width: clamp(24px, 18cqi - 90px, 140px);
    height: 12px;
    vertical-align: -1px;
    overflow: visible;
  }
  td svg rect {
    fill: var(--_ink);
    fill-opacity: 0.55;
  }
  td.wrong svg rect {
    fill: var(--_wrong);
  }
  td svg path {
    stroke: var(--_mark);
    vector-effect: non-scaling-stroke;
  }
  /* beside the list there is no room for bars behind their numbers */
  @container (max-width: 860px) {
    th,
    td {
      padding-inline-end: 12px;
    }
    td svg {
      display: block;
      width: 12cqi;
    }
    td .value {
      min-width: 0;
    }
  }
  @container (max-width: 640px) {
    .mistakes {
      grid-template-columns: minmax(0, 1fr);
    }
    .list {
      display: none;
    }
    .chooser {
      display: block;
    }
    td svg {
      width: 18cqi;
    }
  }
  @media print {
    .mistakes {
      grid-template-columns: minmax(0, 1fr);
    }
    .list,
    .chooser {
      display: none;
    }
  }
  @media (pointer: coarse) {
    [role='option'] {
      min-height: 44px;
      padding-block: 10px;
    }
  }
  @media (forced-colors: active) {
    td svg {
      forced-color-adjust: none;
    }
    [role='option'][aria-selected='true'] {
      border-inline-start-color: Highlight;
    }
  }
`
