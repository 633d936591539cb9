import { css } from 'lit'

export const matrixViewStyles = css`
  :host {
    container-type: inline-size;
    font-size: inherit;
  }
  .view {
    display: grid;
    grid-template-columns: var(--_view, minmax(0, 1fr)); /* a figure may set it */
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
  .side {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  @container (max-width: 400px) {
    .view,
    .side {
      gap: 8px 16px;
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
