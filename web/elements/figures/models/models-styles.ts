import { css } from 'lit'

export const modelsStyles = css`
  .models {
    list-style: none;
    margin: 0;
    padding: 0;
    border-block-end: 1px solid var(--_line);
  }
  .models > li {
    border-block-start: 1px solid var(--_line);
    min-width: 0;
  }
  .models > .beyond {
    padding: 16px 8px 4px;
    border: 0;
    color: var(--_soft);
  }
  .row {
    display: grid;
    grid-template-columns: minmax(7em, 12em) 3.5em minmax(0, 1fr) auto;
    gap: 4px 16px;
    align-items: center;
    width: 100%;
    padding: 5px 8px;
    border-color: transparent;
    text-align: start;
  }
  .row:hover {
    border-color: var(--_mark);
  }
  .row:focus-visible {
    outline-offset: -2px;
  }
  .row .name {
    font-weight: 700;
  }
  .row .year {
    color: var(--_soft);
  }
  .row .encodings,
  .position {
    color: var(--_term-position);
  }
  .doors {
    display: flex;
    gap: 6px;
  }
  .door {
    box-sizing: border-box;
    width: 24px;
    height: 24px;
    border: 1px solid var(--_line);
    border-radius: 50%;
    line-height: 22px;
    text-align: center;
    font-size: 0.87em;
    color: var(--_soft);
  }
  .door.lit {
    border-color: var(--_term-position);
    background: var(--_term-position);
    color: var(--_paper);
    font-weight: 700;
  }
  .card {
    padding: 8px 8px 24px;
  }
  .columns {
    display: grid;
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    gap: 0 40px;
  }
  .heading {
    margin-block: 16px 4px;
    font-weight: 700;
  }
  .card p:not(.heading) {
    margin-block-end: 4px;
  }
  .notes {
    margin: 0;
    padding-inline-start: 1.2em;
  }
  dl {
    margin: 0;
  }
  dl > div {
    display: grid;
    grid-template-columns: 9.5em minmax(0, 1fr);
    gap: 0 12px;
    padding-block: 2px;
  }
  dt {
    color: var(--_soft);
  }
  dd {
    margin: 0;
  }
  .said {
    margin-block-end: 8px;
    border-inline-start: 3px solid var(--_ink);
    padding-inline-start: 12px;
  }
  .said > div {
    grid-template-columns: 7.5em minmax(0, 1fr);
  }
  .said .wrong dt {
    color: var(--_wrong);
  }
  .run {
    margin-block-start: 8px;
  }
  @container (min-width: 900px) {
    .models {
      display: grid;
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      column-gap: 32px;
    }
    .row {
      grid-template-columns: minmax(0, 1fr) auto auto;
      gap: 0 16px;
      line-height: 1.35;
    }
    .row .encodings {
      grid-area: 2 / 1 / 3 / -1;
    }
    .models > .open,
    .models > .beyond {
      grid-column: 1 / -1;
    }
  }
  @container (max-width: 820px) {
    .columns {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @container (max-width: 640px) {
    .row {
      grid-template-columns: minmax(0, 1fr) auto auto;
      gap: 0 12px;
      line-height: 1.3;
    }
    .row .encodings {
      grid-column: 1 / -1;
      grid-row: 2;
    }
    .doors {
      gap: 2px;
    }
    .door {
      width: 20px;
      height: 20px;
      line-height: 18px;
    }
    dl > div,
    .said > div {
      grid-template-columns: minmax(0, 1fr);
    }
  }
  @media (forced-colors: active) {
    .door {
      forced-color-adjust: none;
      background: var(--_paper);
    }
    .door.lit {
      background: var(--_term-position);
    }
  }
`
