import { css } from 'lit'

export const overviewStyles = css`
  .overview {
    width: max-content;
    align-self: start;
    border-spacing: 4px;
    margin-inline: -4px;
    color: var(--_soft);
  }
  .of-layer {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    align-content: start;
    width: auto;
    max-width: 400px;
    margin: 0;
  }
  .of-layer p {
    flex: 1 0 100%;
    margin: 0;
  }
  .overview caption {
    text-align: start;
    padding: 0 4px 4px;
  }
  .overview th {
    font-weight: 400;
    font-size: 0.8em;
  }
  .overview td {
    padding: 0;
  }
  .overview button {
    display: block;
    width: 42px;
    min-height: 42px;
    padding: 3px;
    border: 2px solid transparent;
    border-radius: 3px;
  }
  .overview button:hover {
    border-color: var(--_mark);
  }
  .overview button[aria-pressed='true'] {
    border-color: var(--_ink);
  }
  .overview wf-matrix-canvas {
    display: block;
    width: 32px;
    height: 32px;
  }
  @container (max-width: 640px) {
    .overview .word {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    .overview {
      position: relative;
      border-spacing: 1px;
      margin-inline: -1px;
    }
    .overview button {
      width: 32px;
      min-height: 32px;
      padding: 1px;
    }
    .overview wf-matrix-canvas {
      width: 26px;
      height: 26px;
    }
  }
`
