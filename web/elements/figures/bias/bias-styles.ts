import { css } from 'lit'

export const biasStyles = css`
  .heads {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(72px, 1fr));
    gap: 8px;
    max-width: 400px;
    margin-top: 4px;
  }
  .heads button {
    display: grid;
    gap: 4px;
    padding: 4px;
    border-color: transparent;
    border-radius: 0;
    text-align: center;
  }
  .heads button[aria-pressed='true'] {
    border-color: var(--_ink);
  }
  .heads wf-matrix-canvas {
    display: block;
    aspect-ratio: 1;
  }
`
