import { css } from 'lit'

export const continuationStyles = css`
  :host {
    font-size: inherit;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  output {
    display: block;
    margin-top: 12px;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    font: 0.95em / 1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
    color: var(--_term-content);
  }
  output[hidden] {
    display: none;
  }
  p {
    margin: 8px 0 0;
  }
  .quiet {
    color: var(--_soft);
  }
`
