import { css } from 'lit'

export const matrixViewStyles = css`
  :host {
    container-type: inline-size;
    font-size: inherit;
  }
  .view {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 32px;
  }
  .view > * {
    min-width: 0;
  }
  @container (min-width: 720px) {
    .view {
      grid-template-columns: minmax(0, var(--_map, 480px)) minmax(280px, 1fr);
      align-items: start;
    }
  }
  @container (max-width: 480px) {
    :host([beside]) .view {
      grid-template-columns: minmax(0, 252px) minmax(84px, 1fr);
      column-gap: 16px;
    }
  }
  .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  @container (max-width: 400px) {
    .view,
    .side {
      row-gap: 8px;
    }
  }
  .window {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 24px;
    margin-block: 8px;
  }
  .window label {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    color: var(--_soft);
  }
  @media print {
    details:not([open]) {
      display: none;
    }
  }
  summary {
    cursor: pointer;
    min-height: 24px;
    color: var(--_soft);
  }
`
