import { css } from 'lit'

/** The picture and its control are as high as --wf-stage-height, or as they are by themselves. */
export const cacheStyles = css`
  .cache {
    --_below: calc(var(--_target) + 16px); /* the control and the gap above it */
    display: grid;
    grid-template: auto auto minmax(0, 1fr) / minmax(0, 1fr);
    gap: 4px;
    max-width: 864px;
    height: calc(var(--wf-stage-height, 400px) - var(--_below));
  }
  .verdict {
    min-height: 60px; /* three lines on a phone */
    line-height: 20px;
  }
  .verdict .wrong {
    color: var(--_wrong);
  }
  .primary .segments {
    display: grid;
    grid-template-columns: repeat(4, auto); /* words of different lengths, where there is hardly room */
  }
  .primary .segments button {
    min-width: 0;
    padding: 0 4px;
    line-height: 18px;
  }
  .primary {
    max-width: 864px;
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
  .controls .text-box {
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
    .primary {
      gap: 4px;
    }
    .primary .segments button {
      padding: 0 2px;
      font-size: 13px;
    }
  }
  @container (min-width: 600px) {
    .primary .segments {
      grid-template-columns: repeat(4, minmax(0, 1fr));
    }
    .primary .segments button[aria-pressed='true'] {
      font-weight: 600; /* in columns that do not move */
    }
    .cache {
      height: calc(var(--wf-stage-height, 532px) - var(--_below));
    }
    .verdict {
      font-size: 1rem;
      line-height: 24px;
      min-height: 48px;
    }
  }
`
