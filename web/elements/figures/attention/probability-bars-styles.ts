import { css } from 'lit'

export const probabilityBarsStyles = css`
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 0;
    line-height: 18px;
  }
  th {
    width: 2.6em;
    font-weight: 400;
    text-align: start;
    color: var(--_term-content);
    font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
    font-size: 1rem;
    white-space: nowrap;
  }
  .value {
    width: 4.5em;
    text-align: end;
    padding-inline-end: 12px;
  }
  svg {
    display: block;
    width: 100%;
    height: 14px;
    fill: var(--_term-content);
    forced-color-adjust: none;
  }
  rect {
    transition: width 150ms;
  }
  @media (prefers-reduced-motion: reduce) {
    rect {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    svg {
      fill: CanvasText;
    }
  }
`
