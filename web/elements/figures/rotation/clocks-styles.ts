import { css } from 'lit'

export const clocksStyles = css`
  :host {
    font-size: inherit;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 20px;
    margin: 0 0 12px;
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
    height: 12px;
  }
  .clocks {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(76px, 1fr));
    gap: 16px 8px;
  }
  button {
    all: unset;
    box-sizing: border-box;
    display: grid;
    justify-items: center;
    gap: 2px;
    padding: 4px 0;
    cursor: pointer;
    line-height: 1.25;
    text-align: center;
  }
  button > svg {
    touch-action: none;
    cursor: grab;
  }
  button:focus-visible {
    outline: 2px solid var(--_ink);
  }
  button > svg {
    width: min(100%, 104px);
    overflow: visible;
  }
  .note {
    color: var(--_soft);
    font-size: 0.8em;
  }
  .face {
    fill: none;
    stroke: var(--_line);
  }
  button[aria-current='true'] .face {
    stroke: var(--_ink);
  }
  .query {
    stroke: var(--_term-position);
    stroke-width: 3;
    fill: none;
  }
  .key {
    stroke: var(--_term-position);
    stroke-width: 2;
    stroke-dasharray: 4 3;
    fill: none;
  }
  .between {
    fill: var(--_term-position);
    opacity: 0.16;
  }
  .axis {
    stroke: var(--_line);
  }
  .part {
    fill: var(--_ink);
  }
  .readout {
    margin: 12px 0 0;
    min-height: 2.8em;
  }
  @media (forced-colors: active) {
    svg {
      forced-color-adjust: none;
    }
    .face,
    .axis,
    .query,
    .key {
      stroke: CanvasText;
    }
    .between,
    .part {
      fill: CanvasText;
    }
  }
`
