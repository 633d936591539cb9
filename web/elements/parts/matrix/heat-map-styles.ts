import { css } from 'lit'

export const heatMapStyles = css`
  .frame {
    display: grid;
    grid-template-columns: 18px 26px minmax(0, 1fr);
    grid-template-rows: auto 18px auto;
  }
  .title {
    color: var(--_soft);
  }
  .title.columns {
    grid-area: 1 / 3;
  }
  .title.rows {
    grid-area: 3 / 1;
    justify-self: start;
    align-self: start;
    writing-mode: vertical-rl;
    line-height: 1.2;
  }
  /* read from below, Chinese too: between upright characters and digits some fonts leave no room */
  .title.rows:not(.corner) {
    text-orientation: sideways;
    rotate: 180deg;
  }
  .title.corner {
    grid-area: 2 / 1 / 3 / 3;
    writing-mode: horizontal-tb;
  }
  svg.axis {
    width: 100%;
    height: 100%;
    overflow: visible;
    fill: var(--_soft);
    font-size: 0.72rem;
  }
  svg .name {
    font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
    fill: var(--_term-content);
  }
  svg .marked {
    font-weight: 700;
    fill: var(--_ink);
  }
  svg.columns {
    grid-area: 2 / 3;
  }
  svg.rows {
    grid-area: 3 / 2;
    height: 0;
    min-height: 100%;
  }
  .map {
    grid-area: 3 / 3;
    position: relative;
    cursor: crosshair;
    touch-action: manipulation;
  }
  :host([compact]) .frame {
    grid-template-columns: 0 18px minmax(0, 1fr);
    grid-template-rows: 0 16px auto;
  }
  :host(:is([compact], [bare])) .title {
    display: none;
  }
  :host([bare]) .frame {
    display: block;
  }
  :host([bare]) .axis {
    display: none;
  }
  wf-matrix-canvas {
    position: absolute;
    inset: 0;
    mask: var(--_cells, none);
  }
  .marks {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    pointer-events: none;
    fill: none;
    overflow: visible;
    forced-color-adjust: none;
  }
  .marks rect {
    vector-effect: non-scaling-stroke;
  }
  .under {
    stroke: #000;
    stroke-width: 3.5;
  }
  .over {
    stroke: #fff;
    stroke-width: 1.5;
  }
  .readout {
    margin: 8px 0 0;
    min-height: 1.4em;
  }
  .readout.idle {
    color: var(--_soft);
  }
  @media print {
    .readout.idle {
      display: none;
    }
  }
  @media (forced-colors: active) {
    .map {
      outline: 1px solid CanvasText;
    }
  }
`
