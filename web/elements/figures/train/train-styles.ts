import { css } from 'lit'

export const trainStyles = css`
  .train {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
  }
  .bar-of-buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .buttons .play {
    min-width: 7em;
    background: var(--_ink);
    border-color: var(--_ink);
    color: var(--_paper);
  }
  .now {
    min-width: 0;
  }
  .parts {
    display: grid;
    grid-template-columns: 0.87fr 1fr 1.13fr;
    gap: 24px 32px;
    align-items: start;
  }
  .parts > div {
    min-width: 0;
  }
  .choose-view {
    display: none;
  }
  .curves,
  .inside {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px 32px;
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
  .maps > div {
    flex: 1 1 150px;
    min-width: 0;
    max-width: 400px;
  }
  .maps + wf-color-scale {
    margin-block-start: 8px;
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
  @media (forced-colors: active) {
    .buttons .play {
      forced-color-adjust: none;
      background: Highlight;
      border-color: Highlight;
      color: HighlightText;
    }
  }
  @container (min-width: 1000px) or (max-width: 760px) {
    .tokens {
      gap: 1px;
      font-size: 0.85em;
    }
    .tokens span {
      min-width: 1.15em;
      padding: 0;
    }
  }
  @container (max-width: 1000px) {
    .parts {
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    .curves {
      grid-column: 1 / -1;
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
  }
  @container (max-width: 760px) {
    .parts,
    .curves {
      grid-template-columns: minmax(0, 1fr);
    }
    .choose-view {
      display: block;
    }
    [data-view='curves'] > :not(.curves),
    [data-view='answers'] > :not(.examples),
    [data-view='inside'] > :not(.inside) {
      display: none;
    }
  }
`
