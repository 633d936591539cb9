import { css } from 'lit'

// A control may be narrower than a slider and a number box would like: in Firefox they would reach into the next one. In WebKit a page
// can be scrolled to all of a long choice, although its box shows only the start.
export const controlStyles = css`
  button,
  select,
  input,
  textarea {
    font: inherit;
    font-variant-numeric: tabular-nums;
    color: inherit;
    accent-color: var(--_ink);
  }
  button,
  select,
  input:is([type='number'], [type='text']),
  textarea {
    box-sizing: border-box;
    min-height: 32px;
    max-width: 100%;
    border: 1px solid var(--_mark);
    border-radius: 3px;
    background: transparent;
    padding: 2px 10px;
  }
  select {
    background: var(--_paper);
    width: 100%;
    min-width: 0;
    text-overflow: ellipsis;
    contain: paint;
  }
  input[type='number'] {
    width: 6.6em;
    padding-inline: 8px 2px;
  }
  button {
    cursor: pointer;
  }
  button:disabled {
    color: var(--_soft);
    border-color: var(--_line);
    cursor: default;
  }
  input[type='range'] {
    height: 24px;
    margin: 0;
    min-width: 0;
    flex: 1 1 48px;
  }
  input[type='checkbox'] {
    width: 18px;
    height: 18px;
    margin: 0;
    flex: none;
  }
  .control {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
    align-content: start;
    min-width: 0;
  }
  .control.long {
    grid-column: span 2;
  }
  @container (max-width: 640px) {
    .control.longish {
      grid-column: span 2;
    }
  }
  .control label {
    color: var(--_soft);
  }
  .pair {
    display: flex;
    gap: 8px;
    align-items: center;
  }
  .switch label {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 32px;
    color: var(--_ink);
  }
  .help {
    color: var(--_soft);
    font-size: 0.93em;
  }
  .segments {
    display: flex;
    flex-wrap: wrap;
    gap: 0;
    grid-column: 1 / -1;
  }
  .segments button {
    border-radius: 0;
    margin-inline-end: -1px;
  }
  .segments button[aria-pressed='true'] {
    background: var(--_ink);
    border-color: var(--_ink);
    color: var(--_paper);
  }
  @media (pointer: coarse) {
    button,
    select,
    input:is([type='number'], [type='text']),
    .switch label {
      min-height: 44px;
    }
    input[type='range'] {
      height: 44px;
    }
  }
  @media (forced-colors: active) {
    .segments button[aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`
