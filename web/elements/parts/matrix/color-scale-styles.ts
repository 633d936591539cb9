import { css } from 'lit'
import { hatching } from '../element/element-styles.js'

export const colorScaleStyles = css`
  :host {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
    align-items: end;
  }
  .bar {
    width: 200px;
    min-width: min-content;
    max-width: 100%;
  }
  .bar wf-matrix-canvas {
    height: 10px;
  }
  .ends {
    display: flex;
    gap: 4px;
    justify-content: space-between;
  }
  .key {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  .swatch {
    width: 20px;
    height: 14px;
  }
  .swatch > * {
    display: block;
    height: 100%;
  }
  .hatched {
    ${hatching}
  }
  @container (max-width: 400px) {
    :host {
      column-gap: 16px;
    }
    .bar {
      width: 160px; /* what hatching means stands beside it */
    }
  }
  @media (forced-colors: active) {
    .bar wf-matrix-canvas,
    .swatch {
      outline: 1px solid CanvasText;
    }
  }
`
