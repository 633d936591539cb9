import { css } from 'lit'

export const doorsStyles = css`
  /* with the control, and the gap above it, at most as high as the stage */
  svg {
    display: block;
    width: 100%;
    max-width: 30rem;
    margin-inline: auto;
    max-height: calc(var(--wf-stage-height, 560px) - 60px);
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
    stroke: var(--_ink);
    stroke-width: 1.5;
  }
  .door:focus-visible .area {
    stroke: var(--_ink);
    stroke-width: 2;
  }
  .what {
    display: grid;
    gap: 8px;
    margin-block-end: 8px;
    color: var(--_ink);
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
  @media (forced-colors: active) {
    svg {
      forced-color-adjust: none;
      background: var(--_paper);
      color-scheme: light dark;
    }
  }
`
