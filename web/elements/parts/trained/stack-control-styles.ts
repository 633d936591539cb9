import { css } from 'lit'

/** On a phone a choice stands beside its name. */
export const ownControlStyles = css`
  @container (max-width: 640px) {
    .controls {
      gap: 8px 16px;
    }
    .controls > .control:has(> select) {
      grid-template-columns: auto minmax(0, 1fr);
      align-items: center;
    }
    .controls > .control > select {
      font-size: 0.8125rem; /* the longest names are seen whole */
    }
    .controls > .control:has(> #stack) {
      grid-column: 1 / -1;
    }
  }
`
