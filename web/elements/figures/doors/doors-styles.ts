import { css } from 'lit'

export const doorsStyles = css`
  .doors {
    display: grid;
    grid-template-columns: minmax(0, 20rem) minmax(0, 30rem);
    gap: 16px 40px;
    align-items: center;
  }
  svg {
    display: block;
    width: 100%;
    overflow: visible;
    font-size: 14px;
  }
  .door {
    cursor: pointer;
    outline: none;
  }
  .area {
    fill: transparent;
  }
  .door[aria-pressed='true'] .area {
    stroke: var(--_mark);
  }
  .door:focus-visible .area {
    stroke: var(--_ink);
    stroke-width: 2;
  }
  .what {
    display: grid;
    gap: 8px;
    align-content: center;
    min-height: 11em;
  }
  .what .name {
    font-weight: 700;
  }
  .what .lit {
    color: var(--_term-position);
  }
  /* doors that open and close are seen to */
  @media (prefers-reduced-motion: no-preference) {
    .door path,
    .door text {
      transition:
        fill 150ms,
        stroke 150ms;
    }
  }
  @container (max-width: 640px) {
    .doors {
      grid-template-columns: minmax(0, 26rem);
    }
    .what {
      align-content: start;
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
