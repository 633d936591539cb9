import { css } from 'lit'

/** Styles of the answers in <wf-question> and <wf-quiz>. */
export const answerStyles = css`
  .stage {
    min-height: var(--wf-height, 0);
  }
  .kind {
    display: block;
    color: var(--_soft);
    font-size: 0.9375rem;
  }
  .question {
    display: grid;
    gap: 16px;
    max-width: 45rem;
  }
  form {
    display: grid;
    gap: 12px;
    justify-items: start;
  }
  .answers {
    display: grid;
    gap: 4px;
    width: 100%;
  }
  .answer {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr);
    gap: 0 10px;
    align-items: center;
    min-height: 32px;
    padding: 2px 10px;
    box-sizing: border-box;
    border-inline-start: 3px solid var(--_line);
    cursor: pointer;
  }
  .answer:hover {
    border-inline-start-color: var(--_mark);
  }
  .answer.right {
    border-inline-start-color: var(--_ink);
    font-weight: 700;
  }
  .answer.wrong {
    border-inline-start-color: var(--_wrong);
  }
  .answer input {
    width: 24px;
    height: 24px;
    margin: 0;
  }
  .marks {
    grid-column: 2;
    color: var(--_soft);
    font-weight: 400;
  }
  .answer.wrong .marks {
    color: var(--_wrong);
  }
  .solution {
    display: grid;
    gap: 8px;
  }
  .solution table {
    border-collapse: collapse;
    width: 100%;
  }
  .solution th,
  .solution td {
    text-align: start;
    font-weight: 400;
    padding: 6px 16px 6px 0;
    border-block-end: 1px solid var(--_line);
    vertical-align: middle;
  }
  .solution td {
    width: 50%;
  }
  .solution .value {
    display: inline-block;
    min-width: 7em;
  }
  .solution svg {
    width: 120px;
    max-width: 100%;
    height: 24px;
    vertical-align: middle;
    overflow: visible;
  }
  .solution svg rect {
    fill: var(--_ink);
    fill-opacity: 0.55;
  }
  .solution svg path {
    stroke: var(--_mark);
    vector-effect: non-scaling-stroke;
  }
  .open {
    margin: 0;
  }
  @media (prefers-reduced-motion: no-preference) {
    [class^='step-'] {
      animation: wf-step 200ms backwards;
    }
    .step-1 {
      animation-delay: 400ms;
    }
    .step-2 {
      animation-delay: 800ms;
    }
    .step-3 {
      animation-delay: 1200ms;
    }
    .step-4 {
      animation-delay: 1600ms;
    }
    .step-5 {
      animation-delay: 2000ms;
    }
  }
  @keyframes wf-step {
    from {
      opacity: 0;
    }
  }
  @container (max-width: 480px) {
    .solution .value {
      min-width: 0;
      display: block;
    }
    .solution td {
      width: 40%;
      padding-inline-end: 0;
    }
  }
  @media (pointer: coarse) {
    .answer {
      min-height: 44px;
    }
  }
  @media (forced-colors: active) {
    .solution svg {
      forced-color-adjust: none;
    }
  }
  @media print {
    form > button,
    .open {
      display: none;
    }
  }
`
