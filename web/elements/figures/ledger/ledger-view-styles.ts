import { css } from 'lit'

export const ledgerViewStyles = css`
  :host {
    font-size: inherit;
  }
  .view {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .view {
    container: ledger / inline-size;
  }
  .beside {
    display: grid;
    gap: 16px 32px;
  }
  @container ledger (min-width: 1000px) {
    wf-matrix-view {
      --_map: 440px;
    }
    .beside {
      grid-template-columns: minmax(0, 5fr) minmax(0, 4fr);
    }
  }
  p {
    margin: 0;
  }
  .title,
  .ends,
  .quiet {
    color: var(--_soft);
  }
  .stack button {
    all: unset;
    box-sizing: border-box;
    display: grid;
    grid-template-columns: 5.5em minmax(0, 1fr) 4em;
    gap: 8px;
    align-items: center;
    width: 100%;
    min-height: 24px;
    padding-inline: 4px;
    cursor: pointer;
  }
  .stack button[aria-pressed='true'] {
    outline: 1px solid var(--_ink);
  }
  .stack button:focus-visible {
    outline: 2px solid var(--_ink);
  }
  .name {
    color: var(--_term-content);
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .total {
    text-align: end;
    white-space: nowrap;
  }
  .bar {
    position: relative;
    height: 14px;
  }
  .piece {
    position: absolute;
    inset-block: 0;
  }
  .zero,
  .mark {
    position: absolute;
    inset-block: -3px;
    left: 50%;
    width: 1px;
    background: var(--_soft);
  }
  .mark {
    width: 3px;
    margin-left: -1.5px;
    background: var(--_ink);
    outline: 1px solid var(--_paper);
  }
  /* from one query to the next: which term grew, which shrank */
  @media (prefers-reduced-motion: no-preference) {
    .piece,
    .mark {
      transition:
        left 150ms,
        width 150ms;
    }
  }
  .ends {
    display: flex;
    justify-content: space-between;
    padding-inline: calc(5.5em + 12px) calc(4em + 12px);
    font-size: 0.85em;
  }
  .legend {
    margin: 0;
    padding: 0;
    list-style: none;
    display: grid;
    gap: 4px;
    color: var(--_soft);
  }
  .legend strong {
    font-weight: 400;
    color: var(--_ink);
  }
  .legend li {
    display: flex;
    gap: 8px;
    align-items: baseline;
  }
  .swatch {
    display: inline-block;
    flex: none;
    width: 22px;
    height: 11px;
  }
  .sum {
    display: grid;
    gap: 8px;
    align-content: start;
  }
  /* one term per line: its sign, its number, what it is */
  .written {
    display: grid;
    grid-template-columns: auto auto minmax(0, 1fr);
    gap: 4px 8px;
    align-items: baseline;
  }
  .addend,
  .part {
    display: contents;
  }
  .written > .part b {
    grid-column: 2;
  }
  .part b {
    font-size: 1.1em;
    font-weight: 400;
    text-align: end;
  }
  .part small {
    display: flex;
    gap: 8px;
    align-items: baseline;
    font-size: 1em;
    color: var(--_soft);
  }
  .part strong {
    font-weight: 400;
    color: var(--_ink);
  }
  .sign {
    font-size: 1.1em;
  }
  @media (pointer: coarse) {
    .stack button {
      min-height: 44px;
    }
  }
`
