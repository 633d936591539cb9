import { css } from 'lit'
import { textBoxStyles } from '../../parts/trained/text-box-styles.js'

export const surgeryStyles = css`
  .surgery {
    display: grid;
    gap: 16px;
  }
  .surgery > * {
    min-width: 0;
  }
  .sides {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 8px;
  }
  @container (min-width: 900px) {
    .surgery {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
      grid-template-rows: auto 1fr;
      gap: 16px 40px;
    }
    .sides {
      grid-area: 1 / 2 / 3 / 3;
      align-content: start;
    }
    .one > .scroll {
      grid-row: 1 / 3;
    }
    .one > .sides {
      grid-row: 1;
    }
    .one .outputs .share {
      width: 45%;
    }
    .one:has(.outputs + .outputs) {
      grid-template-columns: minmax(0, 5fr) minmax(0, 3fr);
    }
    .one > .scroll:has(.outputs + .outputs) {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 24px;
      align-items: start;
    }
    .scroll:has(.outputs + .outputs) .share {
      width: 36%;
    }
    .scroll:has(.outputs + .outputs) .place {
      width: 1%; /* no wider than it must be */
    }
    .scroll:has(.outputs + .outputs) thead .place {
      font-size: 0.85em; /* leaves the names their room */
    }
    .scroll:has(.outputs + .outputs) :is(th, td) {
      padding-inline-end: 8px;
    }
    .scroll:has(.outputs + .outputs) .name {
      font-size: 0.9em;
      white-space: normal;
      overflow-wrap: anywhere;
    }
    .one > .scales {
      grid-area: 2 / 2;
      align-content: start;
    }
  }
  .scroll {
    overflow-x: auto;
  }
  .outputs {
    width: 100%;
    max-width: 860px;
    border-collapse: collapse;
  }
  .outputs th,
  .outputs td {
    padding: 1px 12px 1px 0;
    text-align: start;
    font-weight: 400;
    line-height: 1.4;
  }
  .outputs thead th {
    color: var(--_soft);
    vertical-align: bottom;
    padding-bottom: 4px;
  }
  .outputs thead .of {
    color: var(--_ink);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  .outputs .name {
    color: var(--_term-content);
    white-space: nowrap;
  }
  .outputs .place {
    color: var(--_term-position);
    text-align: end;
    white-space: nowrap;
  }
  .outputs thead .place {
    white-space: normal;
  }
  .outputs .share {
    width: 36%;
  }
  .change {
    display: flex;
    gap: 0 8px;
    align-items: center;
  }
  .change span {
    min-width: 5em;
    white-space: nowrap;
  }
  .outputs svg {
    flex: 1;
    width: 0;
    height: 12px;
    forced-color-adjust: none;
  }
  .outputs rect {
    fill: var(--_term-position);
    transition: width 150ms;
  }
  .outputs .pad {
    color: var(--_soft);
  }
  .maps {
    display: grid;
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: 8px 16px;
  }
  .maps > div {
    min-width: 0;
    max-width: 176px;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: space-between;
  }
  .maps .title,
  .axes {
    color: var(--_soft);
  }
  .maps .title {
    line-height: 1.3;
  }
  .side-name {
    font-weight: 600;
  }
  .verdict code {
    overflow-wrap: anywhere;
  }
  .scales {
    display: flex;
    flex-wrap: wrap;
    gap: 8px 32px;
  }
  .axes {
    width: 100%;
  }
  /* below the first table its columns go on: names are as wide, and its head takes part unseen */
  @container not (min-width: 900px) {
    .scroll:has(.outputs + .outputs) .name {
      width: calc(var(--longest) * 1ch);
    }
    .outputs + .outputs thead {
      visibility: collapse;
    }
  }
  @container (max-width: 640px) {
    .controls .switch {
      grid-column: 1 / -1;
    }
  }
  @container (max-width: 560px) {
    .surgery {
      gap: 12px;
    }
    .maps {
      gap: 8px;
    }
    .outputs {
      font-size: 0.9em;
    }
    .outputs .share {
      width: 30%;
    }
    .change {
      display: block;
    }
    .outputs svg {
      display: block;
      width: 100%;
      height: 4px;
    }
    .surgery.one {
      gap: 8px;
    }
    /* beside one encoding there is room for its bars */
    .one .outputs .share {
      width: 48%;
    }
    .one .change {
      display: flex;
    }
    .one .outputs :is(th, td) {
      line-height: 1.25;
    }
    .one .outputs svg {
      height: 10px;
    }
    .scales {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      gap: 8px 24px;
      align-items: start;
    }
    .scales .axes {
      grid-column: 1 / -1;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .outputs rect {
      transition: none;
    }
  }
  @media (forced-colors: active) {
    .outputs rect {
      fill: CanvasText;
    }
  }
  ${textBoxStyles}
`
