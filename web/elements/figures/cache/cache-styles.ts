import { css } from 'lit'

/** The picture and its control are as high as the stage of the page, or as they are by themselves. */
export const cacheStyles = css`
  .cache {
    display: grid;
    grid-template: auto minmax(0, 1fr) auto auto / minmax(0, 1fr);
    gap: 8px;
    max-width: 864px;
    height: var(--wf-stage-height, 384px);
  }
  .verdict {
    min-height: 60px; /* three lines on a phone */
    line-height: 20px;
  }
  .verdict .wrong {
    color: var(--_wrong);
  }
  .cache .segments {
    display: grid;
    grid-template-columns: repeat(4, minmax(0, 1fr));
    border: 1px solid var(--_ink);
    border-radius: var(--_radius-button);
    overflow: hidden;
  }
  .cache .segments button {
    min-height: 44px;
    margin: 0;
    padding: 0 2px;
    border: 0;
    border-radius: 0;
    line-height: 18px;
  }
  .cache .segments button + button {
    border-inline-start: 1px solid var(--_line);
  }
  .cache .segments button[aria-pressed='true'] {
    font-weight: 600;
  }
  .cache .segments button:focus-visible {
    outline-offset: -4px;
  }
  .cache .segments button[aria-pressed='true']:focus-visible {
    outline-color: var(--_paper);
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    height: 20px;
    margin: 0;
    padding: 0;
    overflow: hidden;
    list-style: none;
    color: var(--_soft);
    font-size: 13px;
    line-height: 20px;
    white-space: nowrap;
  }
  .legend li::before {
    content: '';
    display: inline-block;
    box-sizing: border-box;
    width: 12px;
    height: 12px;
    margin-inline-end: 6px;
    vertical-align: -1px;
    background: var(--_mark);
    forced-color-adjust: none;
  }
  .legend .bad::before {
    background: var(--_wrong);
  }
  .legend .right::before {
    border: 1.5px dashed var(--_ink);
    background: none;
  }
  .more .text-box {
    grid-column: 1 / -1;
  }
  @container (max-width: 400px) {
    .legend {
      gap: 0 10px;
      font-size: 12px;
    }
    .legend li::before {
      margin-inline-end: 4px;
    }
    .cache .segments button {
      font-size: 14px;
    }
  }
  @container (min-width: 600px) {
    .cache {
      gap: 12px;
      height: var(--wf-stage-height, 520px);
    }
    .verdict {
      font-size: 1rem;
      line-height: 24px;
      min-height: 48px;
    }
  }
  @media (pointer: coarse) {
    .more > summary {
      padding-block: 12px;
    }
  }
`
