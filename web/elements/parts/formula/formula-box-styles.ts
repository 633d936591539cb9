import { css } from 'lit'

export const formulaBoxStyles = css`
  :host {
    display: block;
    grid-column: 1 / -1;
    min-width: 0;
  }
  .box {
    display: grid;
    gap: 12px 24px;
    grid-template-columns: repeat(auto-fill, minmax(min(14em, 100%), 1fr));
    align-items: end;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .segments,
  .control:is(.long, .longish) {
    grid-column: auto; /* a column of the box has room for any name */
  }
  #formula {
    width: 100%;
    min-height: var(--_target);
    font: 1rem / 1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
  }
  #formula[aria-invalid='true'] {
    border-color: var(--_wrong);
    border-style: dashed;
  }
  p {
    margin: 0;
  }
  #known {
    color: var(--_soft);
  }
  #fault:not(:empty) {
    padding-block: 4px;
  }
  #fault p {
    color: var(--_wrong);
  }
  #fault code {
    display: block;
    padding-block-end: 1.1em;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font: 1rem / 2 ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
  }
  mark {
    position: relative;
    background: none;
    color: var(--_wrong);
  }
  mark::after {
    content: '^';
    position: absolute;
    inset: 1em auto auto 0;
    line-height: 1.4;
    font-weight: 700;
  }
  summary {
    color: var(--_soft);
    cursor: pointer;
  }
  dl {
    display: grid;
    grid-template-columns: max-content minmax(0, 1fr);
    gap: 4px 16px;
    margin: 8px 0;
  }
  dd {
    margin: 0;
  }
`
