// A round button that plays, and a long slider: the one control under a picture that moves.

import { css } from 'lit'

/** `.play`, `.play.on` while it plays; `input.track`, filled up to --_filled of its length. */
export const playStyles = css`
  button.play {
    position: relative;
    width: var(--_target);
    height: var(--_target);
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: var(--_ink);
  }
  .play::before {
    content: '';
    position: absolute;
    inset: 0;
    width: 0;
    height: 0;
    margin: auto;
    translate: 2px 0;
    border: solid transparent;
    border-width: 8px 0 8px 13px;
    border-left-color: var(--_paper);
  }
  .play.on::before {
    width: 4px;
    height: 14px;
    translate: 0 0;
    border: solid var(--_paper);
    border-width: 0 4px;
  }
  /* 28 px in the layout, 44 px for a finger */
  input.track {
    appearance: none;
    display: block;
    width: 100%;
    height: var(--_target);
    margin-block: -8px;
    background: none;
    cursor: pointer;
  }
  .track::-webkit-slider-runnable-track {
    height: 4px;
    border-radius: 2px;
    background: linear-gradient(to right, var(--_ink) calc(100% * var(--_filled)), var(--_line) 0);
  }
  .track::-moz-range-track {
    height: 4px;
    border-radius: 2px;
    background: linear-gradient(to right, var(--_ink) calc(100% * var(--_filled)), var(--_line) 0);
  }
  .track::-webkit-slider-thumb {
    appearance: none;
    box-sizing: border-box;
    width: 22px;
    height: 22px;
    margin-top: -9px;
    border: 3px solid var(--_paper);
    border-radius: 50%;
    background: var(--_ink);
    box-shadow: 0 0 0 1px var(--_ink);
  }
  .track::-moz-range-thumb {
    box-sizing: border-box;
    width: 22px;
    height: 22px;
    border: 3px solid var(--_paper);
    border-radius: 50%;
    background: var(--_ink);
    box-shadow: 0 0 0 1px var(--_ink);
  }
  @media (forced-colors: active) {
    .play,
    .track {
      forced-color-adjust: none;
    }
  }
`
