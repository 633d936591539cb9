import { css } from 'lit'

export const yourModelStyles = css`
  .door {
    display: grid;
    gap: 16px;
  }
  .choice {
    display: grid;
    gap: 8px;
    justify-items: center;
    padding: 40px 16px;
    border: 2px dashed var(--_mark);
    border-radius: 3px;
    text-align: center;
  }
  .choice.small {
    padding: 12px 16px;
  }
  .over .choice,
  .ready.over {
    outline: 3px solid var(--_ink);
  }
  .choice p {
    margin: 0;
  }
  .drop {
    max-width: 34em;
    font-size: 1.1em;
  }
  .named {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: end;
  }
  .named .text {
    flex: 1 1 14em;
    min-width: 0;
  }
  .named .text input {
    box-sizing: border-box;
    width: 100%;
    font: inherit;
  }
  .named p {
    flex-basis: 100%;
    margin: 0;
  }
  .buttons,
  .loading {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
  }
  .buttons {
    justify-content: center;
  }
  .ready > .segments {
    margin-block-end: 8px;
  }
  .ready > .segments .close {
    margin-inline: auto 0;
    border-radius: 3px;
  }
  .figure:has(.ready) {
    gap: 8px;
  }
  /* one figure with this one: it is passed at once, and may be as wide */
  .run > *::part(skip) {
    display: none;
  }
  .run > *::part(figure) {
    gap: 8px;
  }
  .run > *::part(title),
  .run > *::part(caption) {
    max-width: none;
  }
  .reason {
    margin: 16px 0;
  }
  progress {
    accent-color: var(--_ink);
    width: min(320px, 100%);
  }
  .found .title {
    margin: 0 0 8px;
    overflow-wrap: anywhere;
  }
  .card {
    margin: 0;
    display: grid;
    gap: 2px;
  }
  .card > div {
    display: grid;
    grid-template-columns: 9em minmax(0, 1fr);
    gap: 0 12px;
    padding-block: 2px;
    border-block-end: 1px solid var(--_line);
  }
  .card dt {
    color: var(--_soft);
  }
  .card dd {
    margin: 0;
    overflow-wrap: anywhere;
  }
  .card p {
    margin: 0;
  }
  .position {
    color: var(--_term-position);
  }
  .patches {
    display: grid;
    gap: 8px;
    max-width: 26rem;
  }
  .patches p {
    margin: 0;
  }
  .patches-map {
    position: relative;
  }
  .chosen {
    position: absolute;
    inset-block-start: 0;
    inset-inline-start: calc(100% * var(--_column) / var(--_side));
    width: calc(100% / var(--_side));
    aspect-ratio: 1;
    translate: 0 calc(100% * var(--_row));
    outline: 2px solid #fff;
    box-shadow: inset 0 0 0 2px #000;
    pointer-events: none;
    forced-color-adjust: none;
  }
  .refusal {
    color: var(--_wrong);
    overflow-wrap: anywhere;
  }
  .refusal p {
    margin: 0 0 4px;
  }
  button.load {
    font-weight: 600;
  }
  .found > p:last-child {
    margin-block: 8px 0;
  }
  @container (max-width: 640px) {
    .tools .pair {
      flex-direction: row;
    }
    /* the last views and the button that closes stand in one row */
    .ready > .segments button {
      padding-inline: 6px;
      font-size: 0.9em;
    }
    .run > *::part(title),
    .run > *::part(caption) {
      font-size: 0.9375rem;
      line-height: 1.4;
    }
    .run > *::part(caption) {
      font-size: 0.875rem;
    }
    .card > div {
      grid-template-columns: minmax(0, 1fr);
    }
    .choice {
      padding: 16px 12px;
    }
  }
`
