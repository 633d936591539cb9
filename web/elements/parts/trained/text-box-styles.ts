import { css } from 'lit'

export const textBoxStyles = css`
  .text-box {
    display: grid;
    gap: 4px;
    margin-block-end: 8px;
  }
  .text-box label,
  .text-box .hint {
    color: var(--_soft);
  }
  .text-box p {
    margin: 0;
  }
  .text-box textarea {
    width: 100%;
    padding: 6px 10px;
    resize: vertical;
    field-sizing: content;
    min-height: 38px;
    max-height: calc(3 * 1.5rem + 14px); /* a long text is scrolled */
    font: 1rem / 1.5 ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
    color: var(--_term-content);
  }
  @container (max-width: 400px) {
    .text-box textarea {
      max-height: calc(2 * 1.5rem + 14px);
    }
  }
  @container (min-width: 640px) {
    .text-box {
      grid-template-columns: auto minmax(0, 1fr);
      gap: 4px 24px;
    }
    .text-box p {
      grid-area: 1 / 2;
    }
    .text-box textarea {
      grid-column: 1 / -1;
    }
  }
`
