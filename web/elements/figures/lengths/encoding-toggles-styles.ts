import { css } from 'lit'

export const encodingTogglesStyles = css`
  .toggles {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  button[aria-pressed='true'] {
    background: var(--_text);
    border-color: var(--_text);
    color: var(--_page);
  }
  button[aria-disabled='true'] {
    color: var(--_quiet);
    border-color: var(--_line);
    cursor: default;
  }
  button[aria-disabled='true'][aria-pressed='true'] {
    color: var(--_page);
  }
  @media (forced-colors: active) {
    button[aria-pressed='true'] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`
