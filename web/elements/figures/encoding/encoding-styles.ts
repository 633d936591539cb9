import { css } from 'lit'

export const encodingStyles = css`
  .formula {
    display: block;
    overflow-x: auto;
    max-width: 100%;
    padding: 8px 0;
    font-size: 1.0625rem;
    color: var(--_ink);
  }
  math {
    width: max-content;
    padding-block: 4px;
  }
`
