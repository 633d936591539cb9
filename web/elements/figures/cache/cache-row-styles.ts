import { css } from 'lit'

/** A query is solid, a key an outline; what is wrong is red, and what it should be is dashed. */
export const cacheRowStyles = css`
  :host {
    min-height: 0;
    overflow: hidden;
    contain: strict;
  }
  svg {
    display: block;
    width: 100%;
    height: 100%;
    touch-action: pan-y;
    user-select: none;
  }
  svg.rope {
    --_hue: var(--_rope);
  }
  svg.learned {
    --_hue: var(--_learned);
  }
  svg.alibi {
    --_hue: var(--_alibi);
  }
  text {
    fill: var(--_soft);
    font-size: 12px;
    text-anchor: middle;
  }
  .wide text {
    font-size: 13px;
  }
  .caption {
    text-anchor: start;
  }
  .zero {
    stroke: var(--_line);
  }
  .card {
    fill: var(--_paper);
    stroke: var(--_ink);
    stroke-width: 1.75;
  }
  .sign {
    fill: var(--_ink);
    font-size: 13px;
    font-weight: 600;
  }
  .wide .sign {
    font-size: 17px;
  }
  .query .card {
    fill: var(--_ink);
  }
  .query .sign {
    fill: var(--_paper);
  }
  .evicted .card {
    fill: none;
    stroke: var(--_mark);
    stroke-dasharray: 3 3;
  }
  .evicted .sign {
    fill: var(--_mark);
  }
  .pad .card {
    fill: var(--_wash);
    stroke: var(--_line);
  }
  .pad .sign,
  .wide .pad .sign {
    fill: var(--_soft);
    font-size: 13px;
    font-weight: 400;
  }
  .absent,
  .evicted :is(.bar, .should),
  :not(.off) > .should {
    visibility: hidden;
  }
  .bar {
    fill: var(--_mark);
    transform-box: fill-box;
    transform-origin: 50% 100%;
  }
  .off .bar {
    fill: var(--_wrong);
  }
  .should {
    fill: none;
    stroke: var(--_ink);
    stroke-width: 1.5;
    stroke-dasharray: 3 2;
  }
  .share,
  .right {
    fill: var(--_ink);
    font-weight: 600;
    paint-order: stroke;
    stroke: var(--_paper);
    stroke-width: 3px;
  }
  .position {
    fill: var(--_hue);
    font-weight: 600;
  }
  .off .share,
  text.wrong {
    fill: var(--_wrong);
    font-weight: 700;
  }
  @media (prefers-reduced-motion: no-preference) {
    .bar,
    .share {
      transition: transform var(--_fast) var(--_ease);
    }
    :is(.card, .sign) {
      transition:
        fill var(--_fast),
        stroke var(--_fast);
    }
  }
  @media (forced-colors: active) {
    svg {
      forced-color-adjust: none;
      background: var(--_paper);
      color-scheme: light dark;
    }
  }
`
