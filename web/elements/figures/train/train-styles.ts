import { css } from 'lit'
import { playStyles } from '../../parts/controls/play-styles.js'

export const trainStyles = css`
  ${playStyles}
  .train {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  .playing {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 12px;
    align-items: center;
  }
  .now {
    min-height: 2lh;
    margin: 0;
    align-content: center;
    font-size: 14px;
    line-height: 20px;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    grid-column: 1 / -1;
  }
  .beside-maps > .heading {
    margin-block-start: 8px;
  }
  .curves {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr));
    gap: 16px 32px;
  }
  .examples {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px 32px;
  }
  @container (min-width: 560px) {
    .examples:has(> div + div) {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  .examples > .heading {
    grid-column: 1 / -1;
  }
  .heading {
    font-weight: 600;
    margin-block-end: 4px;
  }
  .heading .quiet {
    font-weight: 400;
  }
  .answers {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
  }
  .more > .heading {
    margin-block-start: 16px;
  }
  .answers + p {
    margin-block-start: 8px;
  }
  .lessons {
    margin-block-start: 16px;
  }
  .answers li {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 2px 12px;
    padding-block: 2px;
    border-block-end: 1px solid var(--_line);
  }
  .tokens {
    display: flex;
    flex-wrap: wrap;
    gap: 2px;
    font: 0.95em / 1.5 ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
  }
  .tokens span {
    min-width: 1.25em;
    box-sizing: border-box;
    text-align: center;
    padding: 0 2px;
    border: 1px solid transparent;
    color: var(--_soft);
  }
  .tokens .right {
    color: var(--_ink);
    font-weight: 600;
    border-block-end-color: var(--_ink);
  }
  .tokens .wrong {
    color: var(--_wrong);
    border: 1px dashed var(--_wrong);
    text-decoration: line-through;
  }
  .maps {
    display: flex;
    flex-wrap: wrap;
    gap: 16px;
  }
  /* The maps and, where there is room for it, the chart: all of it is as high as --wf-stage-height leaves it beside the control. */
  .attention {
    container: attention / size;
    height: calc(var(--wf-stage-height, 340px) - 76px);
  }
  .attention > * {
    --_chart: 234px; /* with its heading, legend and reading */
  }
  .maps > div {
    flex: 1 1 150px;
    min-width: 0;
    max-width: clamp(148px, 100cqh - 66px - var(--_chart), 340px);
  }
  @container attention (max-height: 559px) {
    .attention > * {
      --_chart: 0px;
    }
    .beside-maps {
      display: none; /* the sentence beside the control has its numbers */
    }
  }
  .files {
    display: grid;
    gap: 8px;
    grid-column: 1 / -1;
  }
  .files .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  @container (min-width: 560px) {
    .attention {
      height: calc(var(--wf-stage-height, 660px) - 60px);
    }
  }
  @container (max-width: 480px) {
    .now {
      min-height: 3lh;
    }
  }
  @container (max-width: 640px) {
    .maps {
      gap: 8px;
    }
    .heading {
      margin-block-end: 0;
    }
    .tokens {
      gap: 1px;
      font-size: 0.85em;
    }
    .tokens span {
      min-width: 1.15em;
      padding: 0;
    }
  }
`
