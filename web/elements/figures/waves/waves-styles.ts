import { css } from 'lit'

// The picture and its control fill --wf-stage-height where a page sets it: on a phone, a share of the screen.
export const wavesStyles = css`
  .figure {
    gap: 12px;
  }
  .waves {
    --_natural: 380px;
    container: waves / size;
    height: calc(var(--wf-stage-height, var(--_natural) + 60px) - 60px); /* the control, and the gap above it */
  }
  @container (min-width: 640px) {
    .waves {
      --_natural: 540px;
    }
  }
  .waves .all {
    height: 100%;
    display: grid;
    grid-template-rows: auto minmax(0, 1fr);
    gap: 8px;
  }
  .readout {
    display: grid;
    grid-template-rows: 22px 38px;
    line-height: 18px;
  }
  .readout .what {
    display: flex;
    gap: 4px 20px;
    white-space: nowrap;
    overflow: hidden;
  }
  .readout b {
    font-weight: 600;
  }
  .numbers {
    display: grid;
    grid-template-columns: 46px repeat(var(--_numbers), minmax(0, var(--_column, 48px)));
    align-content: start;
    justify-content: start;
    font-size: 13px;
  }
  .numbers.binary {
    --_column: 18px;
  }
  .numbers span {
    text-align: end;
    white-space: nowrap;
  }
  .numbers .name {
    text-align: start;
    color: var(--_soft);
  }
  .numbers .long {
    padding-inline-start: 8px;
    text-align: start;
  }
  .wrong {
    color: var(--_wrong);
  }
  .step {
    display: flex;
    flex-wrap: nowrap;
    gap: 8px;
    overflow: hidden;
    white-space: nowrap;
    line-height: 20px;
  }
  .step span {
    color: var(--_soft);
  }
  @container (max-width: 480px) {
    .numbers {
      font-size: 12px;
    }
    .readout .wrong,
    .step {
      font-size: 13px;
    }
  }
  @container waves (max-height: 260px) {
    .waves .all {
      gap: 4px;
    }
    .readout {
      grid-template-rows: 20px 18px;
    }
    .numbers {
      height: 18px;
      overflow: hidden;
    }
  }
  .stops {
    position: relative;
    height: 44px;
  }
  .stops input[type='range'] {
    appearance: none;
    position: absolute;
    inset: 0;
    width: 100%;
    height: 44px;
    background: none;
    cursor: pointer;
  }
  .stops input::-webkit-slider-runnable-track {
    height: 4px;
    margin-top: -18px;
    border-radius: 2px;
    background: linear-gradient(to right, var(--_ink) calc(var(--_fill) * 50%), var(--_line) 0);
  }
  .stops input::-webkit-slider-thumb {
    appearance: none;
    width: 22px;
    height: 22px;
    margin-top: -9px;
    border: 3px solid var(--_paper);
    border-radius: 50%;
    background: var(--_ink);
    box-shadow: 0 0 0 1px var(--_ink);
  }
  .stops input::-moz-range-track {
    height: 4px;
    margin-top: -18px;
    border-radius: 2px;
    background: linear-gradient(to right, var(--_ink) calc(var(--_fill) * 50%), var(--_line) 0);
  }
  .stops input::-moz-range-thumb {
    width: 16px;
    height: 16px;
    border: 3px solid var(--_paper);
    border-radius: 50%;
    background: var(--_ink);
    box-shadow: 0 0 0 1px var(--_ink);
  }
  .stops p {
    position: absolute;
    inset: 24px 0 auto;
    display: grid;
    grid-template-columns: repeat(3, 1fr);
    line-height: 20px;
    color: var(--_soft);
    pointer-events: none;
  }
  .stops span:nth-child(2) {
    text-align: center;
  }
  .stops span:nth-child(3) {
    text-align: end;
  }
  .stops .here {
    color: var(--_ink);
    font-weight: 600;
  }
  @media (forced-colors: active) {
    .stops input[type='range'] {
      appearance: auto;
    }
  }
`
