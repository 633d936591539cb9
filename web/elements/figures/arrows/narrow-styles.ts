// <wf-arrows> on a phone, and with forced colours.

import { css } from 'lit'

export const narrowStyles = css`
  /* A narrow stage: the parts share one cell. */
  @container (max-width: 539px) {
    .arrows {
      --label: 15;
      height: calc(var(--wf-stage-height, 404px) - 60px);
    }
    .cell > * {
      inset: 0;
      height: 100%;
      padding: 0;
    }
    .cell > .top,
    [data-view='row'] .cell > .panel,
    [data-view='clocks'] .cell > .panel {
      height: 100%;
      transform: none;
      transition: none;
      visibility: hidden;
      opacity: 0;
    }
    .cell > .top {
      max-width: none;
      grid-template-columns: min(100cqh, 54cqw) minmax(0, 1fr);
      gap: 8px;
      align-items: center;
    }
    .numbers {
      grid-area: 1 / 2;
      place-self: center stretch;
      width: auto;
    }
    [data-view='plane'] .cell > .top,
    [data-view='clocks'] .cell > .all,
    [data-view='row'] .cell > .scores {
      visibility: visible;
      opacity: 1;
    }
    .plane {
      aspect-ratio: 1;
      height: auto;
    }
    .numbers table {
      table-layout: auto;
    }
    .numbers th,
    .turns {
      font-size: 12px;
      line-height: 16px;
    }
    .numbers td {
      padding-left: 4px;
      font-size: 16px;
      line-height: 22px;
    }
    .numbers :is(td, th):first-child {
      width: auto;
    }
    .turns {
      line-height: 18px;
    }
    .all {
      display: flex;
      flex-direction: column;
    }
    .all .heading span {
      display: none;
    }
    .clocks {
      flex: 1;
      grid-template: repeat(2, minmax(0, 1fr)) / repeat(4, minmax(0, 1fr));
      gap: 2px;
      min-height: 0;
    }
    .clocks button {
      display: flex;
      flex-direction: column;
      justify-content: center;
      padding: 2px 0;
      min-height: 0;
    }
    .clock {
      flex: 0 1 60px;
      min-height: 0;
    }
    .clocks :is(span, b) {
      line-height: 16px;
    }
    .scores {
      display: flex;
      flex-direction: column;
    }
    .row {
      flex: 1;
      min-height: 0;
    }
    .heading {
      font-size: 13px;
    }
    .axis {
      height: 96px;
    }
  }
  @container (max-width: 339px) {
    .cell > .top {
      grid-template-columns: min(100cqh, 50cqw) minmax(0, 1fr);
    }
    .numbers td {
      font-size: 13px;
    }
    .clocks :is(span, b) {
      font-size: 11px;
    }
    .turns span {
      overflow: hidden;
      text-overflow: ellipsis;
    }
  }
  @container cell (max-width: 539px) and (max-height: 190px) {
    .clocks button {
      display: grid;
      grid-template: auto auto / 34px auto;
      align-content: center;
      justify-content: center;
      column-gap: 4px;
    }
    .clock {
      grid-row: 1 / 3;
      align-self: center;
    }
  }
  @media (forced-colors: active) {
    .arrows {
      --_ink: CanvasText;
      --_soft: CanvasText;
      --_paper: Canvas;
      --_line: GrayText;
      --_mark: GrayText;
      --_rope: Highlight;
      --_rope-wash: Canvas;
      --_focus: Highlight;
    }
    .row {
      --zero: Canvas;
      --middle: GrayText;
      --most: CanvasText;
    }
    svg {
      forced-color-adjust: none;
    }
    .clocks button[aria-pressed='true'] {
      outline: 2px solid Highlight;
    }
  }
`
