import { css } from 'lit'

export const lengthsStyles = css`
  .beside {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
    gap: 16px 32px;
    align-items: start;
  }
  .title {
    margin-block-end: 8px;
  }
  .title b {
    font-weight: 600;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .together {
    white-space: nowrap;
  }
  .counted {
    grid-column: span 2;
  }
  .status {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
    margin-block-start: 8px;
  }
  progress {
    accent-color: var(--_ink);
    width: min(240px, 100%);
  }
  .captions {
    display: grid;
    gap: 8px;
  }
  button.train {
    font-weight: 600;
  }
`
