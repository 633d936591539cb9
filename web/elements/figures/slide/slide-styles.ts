import { css } from 'lit'
import { playStyles } from '../../parts/controls/play-styles.js'
import { hatching } from '../../parts/element/element-styles.js'

// web/demo/styles/hero.css gives the picture without a script the same places.
export const slideStyles = css`
  ${playStyles}
  :host {
    /* what stands under the maps is 150 px high */
    max-width: calc((var(--wf-stage-height, 700px) - 150px) * 2);
  }
  .sides {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 24px;
  }
  /* whole pixels for each cell */
  .side {
    position: relative;
    width: round(down, 100%, calc(var(--_count) * 1px));
    min-width: 0;
    --_masked: none;
    --_cells: conic-gradient(from -90deg at calc(100% - 1px) calc(100% - 1px), #000 90deg, transparent 0) 0 0 /
      calc(100% / var(--_count)) calc(100% / var(--_count));
  }
  .side + .side {
    justify-self: end;
  }
  wf-heat-map::part(readout) {
    min-height: 16px;
    margin: 4px 0 0;
    overflow: hidden;
    color: var(--_soft);
    font-size: 0.75rem;
    line-height: 16px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .letters,
  .tag {
    position: absolute;
    pointer-events: none;
  }
  .letters {
    display: none;
    inset: 0 0 20px;
    width: 100%;
    fill: var(--_ink);
    font-size: 0.78px;
    text-anchor: middle;
  }
  .tag {
    inset: 0 0 auto auto;
    width: 62%;
    text-align: end;
    font-size: 0.75rem;
    line-height: 15px;
  }
  .tag .name {
    font-size: 0.9375rem;
    line-height: 20px;
  }
  .name b {
    font-weight: 600;
  }
  .name::before {
    content: '';
    display: inline-block;
    width: 10px;
    height: 10px;
    margin-inline-end: 8px;
    background: var(--_rope);
    forced-color-adjust: none;
  }
  .name.learned::before {
    background: var(--_learned);
  }
  .name span {
    display: none;
  }
  .tag :is(dt, .name span) {
    color: var(--_soft);
  }
  .tag dl {
    display: grid;
    gap: 1px;
    margin: 2px 0 0;
  }
  .tag dd {
    margin: 0;
    font-size: 0.875rem;
    font-weight: 600;
    line-height: 18px;
    white-space: nowrap;
  }
  @container (max-width: 559px) {
    .sides {
      gap: 12px;
    }
  }
  @container (max-width: 340px) {
    .tag {
      width: 88px;
    }
  }
  @container (min-width: 560px) {
    .letters {
      display: block;
    }
    .tag {
      width: 56%;
      font-size: 0.8125rem;
      line-height: 20px;
    }
    .tag .name {
      font-size: 1.125rem;
      line-height: 24px;
    }
    .name span {
      display: inline;
    }
    .tag dl {
      gap: 4px;
      margin-top: 8px;
    }
    .tag dd {
      font-size: 1.125rem;
      line-height: 22px;
    }
  }
  .slider {
    display: grid;
    grid-template-columns: 44px minmax(0, 1fr);
    gap: 16px;
    align-items: center;
  }
  .what {
    display: flex;
    justify-content: space-between;
    gap: 12px;
    line-height: 20px;
  }
  .what label {
    font-weight: 550;
  }
  .what output {
    color: var(--_soft);
    white-space: nowrap;
  }
  .ruler {
    position: relative;
    box-sizing: border-box;
    height: 26px;
    margin-top: 4px;
    overflow: hidden;
    border: 1px solid var(--_line);
    color: var(--_soft);
    font-size: 0.75rem;
    line-height: 24px;
    white-space: nowrap;
  }
  .ruler > * {
    position: absolute;
    inset-block: 0;
    box-sizing: border-box;
  }
  .untouched {
    inset-inline: 50% 0;
    ${hatching}
  }
  /* A name that has no room beside the line is not seen. */
  .ruler .words {
    container-type: inline-size;
    padding-inline: 8px;
  }
  .ruler .words + .words {
    text-align: end;
  }
  @container (max-width: 80px) {
    .words > span {
      display: none;
    }
  }
  .ruler b {
    padding-inline: 4px;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    background: var(--_ink);
    color: var(--_paper);
    font-size: 0.6875rem;
    font-weight: 500;
    forced-color-adjust: none;
  }
  /* “More” stands beside the caption, and the slider has the whole width. */
  .primary {
    position: relative;
    grid-template-columns: minmax(0, 1fr);
    margin-block-start: -8px;
  }
  .more-button {
    position: absolute;
    z-index: 1;
    inset: calc(100% + 4px) 0 auto auto;
  }
  .more-part {
    padding-block-start: 36px;
  }
  .caption {
    max-width: 74ch;
    padding-inline-end: 80px;
    font-size: 0.875rem;
    line-height: 20px;
  }
  .line {
    grid-column: span 2;
  }
  .line input {
    width: 100%;
    font-family: ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
  }
  .details {
    grid-column: 1 / -1;
    max-width: 74ch;
    color: var(--_soft);
  }
`
