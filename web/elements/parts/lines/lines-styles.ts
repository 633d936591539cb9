import { css } from 'lit'
import { schemeProbe } from '../element/element-styles.js'

export const linesStyles = css`
  .plot {
    height: clamp(var(--_lowest, 0px), var(--_height, 260px), var(--_highest, 100svh)); /* a figure may set both ends */
  }
  .probe {
    ${schemeProbe}
    position: absolute;
    visibility: hidden;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    margin: 0 0 4px;
    padding: 0;
    list-style: none;
  }
  .legend li {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  .legend svg {
    width: 28px;
    height: 8px;
    forced-color-adjust: none;
  }
  .readout {
    margin: 0;
    min-height: 1.6em;
  }
  .readout.idle,
  summary {
    color: var(--_soft);
  }
  summary {
    cursor: pointer;
    min-height: 24px;
  }
  @media print {
    .readout.idle,
    details:not([open]) {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .plot {
      outline: 1px solid CanvasText;
    }
  }
`
