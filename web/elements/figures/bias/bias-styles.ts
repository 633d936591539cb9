import { css } from 'lit'

export const biasStyles = css`
  /* The map is as high as the stage leaves it above the control. */
  .map-of-bias {
    --_map: clamp(200px, var(--wf-stage-height, 356px) - 104px, 440px);
    --_view: minmax(0, var(--_map)) minmax(88px, 1fr);
  }
  .overview {
    grid-column: 1 / -1;
  }
  .weights {
    display: grid;
    gap: 4px;
  }
  .reading {
    min-height: 3lh; /* the longest, on a phone: nothing below moves */
  }
  .reading b {
    font-weight: 600;
  }
  .reading span,
  .ends {
    color: var(--_soft);
  }
  .bias-bars {
    display: block;
    width: 100%;
    /* the rows of fewer heads leave it more room: the control below stays where it is */
    height: clamp(64px, var(--wf-stage-height, 394px) - 172px - var(--_heads) * 14px, 200px);
    cursor: pointer;
    touch-action: pan-y;
    forced-color-adjust: none;
  }
  .bias-bars path {
    fill: var(--_mark);
  }
  .bias-bars .now {
    fill: var(--_term-position);
  }
  .bias-bars .band {
    fill: var(--_term-position);
    fill-opacity: 0.25;
  }
  .bias-bars .zero {
    stroke: var(--_soft);
    vector-effect: non-scaling-stroke;
  }
  .rows {
    display: grid;
    margin-top: 8px;
    cursor: pointer;
  }
  .rows > * {
    position: relative;
    height: 14px;
    padding-block: 1px;
    box-sizing: border-box;
  }
  .rows [aria-selected='true'] {
    z-index: 1;
    outline: 2px solid var(--_ink);
  }
  .rows wf-matrix-canvas {
    display: block;
    height: 100%;
  }
  .ends {
    display: flex;
    justify-content: space-between;
    font-size: 0.75rem;
    line-height: 16px;
  }
  @container (min-width: 560px) {
    .map-of-bias {
      --_map: clamp(200px, var(--wf-stage-height, 544px) - 104px, 440px);
    }
    .bias-bars {
      height: clamp(120px, var(--wf-stage-height, 564px) - 166px - var(--_heads) * 20px, 400px);
    }
    .rows > * {
      height: 20px;
    }
  }
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
