import { css } from 'lit'

export const progressStyles = css`
  :host {
    color: var(--_soft);
    font-size: inherit;
  }
  p {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
    align-items: center;
    margin: 0;
  }
  button {
    border-color: transparent;
    text-decoration: underline;
    text-underline-offset: 0.15em;
    padding-inline: 0;
  }
  @media print {
    button {
      display: none;
    }
  }
`
