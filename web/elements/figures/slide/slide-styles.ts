import { css } from 'lit'
import { hatching } from '../../parts/element/element-styles.js'

export const slideStyles = css`
  .figure {
    gap: 12px;
  }
  .slide {
    display: grid;
    gap: 8px;
  }
  .slide > * {
    min-width: 0;
  }
  .line {
    display: flex;
    gap: 12px;
    align-items: center;
  }
  .line label,
  .side dt {
    color: var(--_soft);
  }
  .line input {
    box-sizing: border-box;
    flex: 1;
    min-width: 0;
    min-height: 32px;
    padding: 2px 10px;
    border: 1px solid var(--_mark);
    border-radius: 3px;
    background: transparent;
    font: 1rem / 1.4 ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
    color: var(--_term-content);
  }
  .sides {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 360px));
    justify-content: space-between;
    gap: 8px 16px;
  }
  .side {
    display: grid;
    grid-template-columns: 0 minmax(0, 1fr);
    align-content: start;
  }
  .side > * {
    grid-column: 2;
    min-width: 0;
  }
  .side .name {
    font-weight: 600;
  }
  .names {
    display: none;
    font: min(0.7rem, 1.5cqi) / 1 ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
    color: var(--_term-content);
    place-items: center;
  }
  .side dl {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 16px;
    margin: 4px 0 0;
  }
  .side dl div {
    line-height: 1.3;
  }
  .side dd {
    margin: 0;
    font-weight: 600;
    white-space: nowrap;
  }
  @container (min-width: 600px) {
    .side {
      grid-template-columns: 14px minmax(0, 1fr);
    }
    .names {
      display: grid;
    }
    .names.columns {
      height: 14px;
      margin-inline-start: 18px; /* the numbers of the rows */
    }
    /* as high as the map without the numbers of its columns, whatever letters need */
    .side .names.rows {
      grid-area: 3 / 1;
      margin-block-start: 16px;
      height: 0;
      min-height: calc(100% - 16px);
    }
    .side wf-heat-map {
      grid-row: 3;
    }
  }
  wf-heat-map::part(readout) {
    min-height: 0;
    margin: 0;
  }
  .ruler {
    position: relative;
    height: 12px;
    border: 1px solid var(--_mark);
  }
  .ruler .untouched {
    position: absolute;
    inset-block: 0;
    inset-inline-end: 0;
    ${hatching}
  }
  .ruler .block {
    position: absolute;
    inset-block: 2px;
    background: var(--_term-position);
    forced-color-adjust: none;
  }
  .ends {
    display: flex;
    justify-content: space-between;
    gap: 16px;
    color: var(--_soft);
    line-height: 1.2;
  }
  .controls {
    grid-template-columns: minmax(0, 1fr);
  }
  @media (pointer: coarse) {
    .line input {
      min-height: 44px;
    }
  }
`
