import { css } from 'lit'

export const encodingTogglesStyles = css`
  .toggles {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  button[aria-pressed='true'] {
    background: var(--_ink);
    border-color: var(--_ink);
    color: var(--_paper);
  }
  button[aria-disabled='true'] {
    color: var(--_soft);
    border-color: var(--_line);
    cursor: default;
  }
  button[aria-disabled='true'][aria-pressed='true'] {
    color: var(--_paper);
  }
  @media (forced-colors: active) {
    button[aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`
