import { css } from 'lit'

export const identifyStyles = css`
  .identify {
    display: grid;
    gap: 16px;
  }
  .arrays {
    display: grid;
    gap: 16px;
    grid-template-columns: repeat(auto-fit, minmax(min(16em, 100%), 1fr));
  }
  .array {
    display: grid;
    gap: 8px;
    align-content: start;
    min-width: 0;
  }
  .array label {
    font-weight: 600;
  }
  .array textarea {
    box-sizing: border-box;
    width: 100%;
    min-height: 3.2em;
    resize: vertical;
    border: 2px dashed var(--_mark);
    border-radius: 3px;
    background: none;
    color: inherit;
    font: inherit;
    padding: 6px 8px;
  }
  .array ::placeholder {
    color: var(--_soft);
    opacity: 1;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 16px;
    align-items: center;
  }
  .quiet {
    color: var(--_soft);
  }
  .identify p {
    margin: 0;
  }
  .explanation {
    display: grid;
    gap: 8px;
    min-width: 0;
  }
  .explanation code {
    overflow-wrap: anywhere;
  }
  .scroll {
    overflow-x: auto;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: 2px 16px 2px 0;
    text-align: start;
    font-weight: 400;
  }
  caption {
    text-align: start;
  }
  .explanation td code {
    overflow-wrap: normal;
    white-space: nowrap;
  }
  th[scope='row']::first-letter {
    text-transform: uppercase; /* the same names stand inside of sentences */
  }
  thead th {
    color: var(--_soft);
  }
  td.number {
    font-variant-numeric: tabular-nums;
  }
`
