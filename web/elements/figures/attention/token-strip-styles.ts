import { css } from 'lit'

export const tokenStripStyles = css`
  .strip {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 0;
  }
  button {
    all: unset;
    box-sizing: border-box;
    display: grid;
    justify-items: center;
    min-width: 25px;
    max-width: 100%;
    padding: 2px 3px 3px;
    border-bottom: 3px solid transparent;
    cursor: pointer;
    text-align: center;
  }
  button:focus-visible {
    outline: 2px solid var(--_ink);
    outline-offset: -2px;
  }
  button[aria-pressed='true'] {
    border-bottom-color: var(--_ink);
  }
  button.hovered {
    background: light-dark(#ece8df, #262b32);
  }
  .sign {
    font: 1.1rem / 1.3 ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
    color: var(--_term-content);
    max-width: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: pre;
  }
  .words {
    row-gap: 0;
  }
  .words .sign {
    font-size: 0.85rem;
  }
  @container (max-width: 400px) {
    .words .sign {
      font-size: 0.75rem;
    }
  }
  .position {
    font-size: 0.65rem;
    line-height: 1.2;
    color: var(--_term-position);
  }
  @media (pointer: coarse) {
    button {
      min-width: 30px;
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    button.hovered {
      outline: 1px dotted CanvasText;
    }
  }
`
