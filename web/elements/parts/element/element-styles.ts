// Shared styles: fonts and colours come from custom properties, each with a default.

import { css } from 'lit'

/** Otherwise Firefox keeps scroll bar tracks bright in a dark figure. */
export const baseStyles = css`
  :host {
    --_text: var(--wf-text, light-dark(#1b1f24, #e8e6e1));
    --_quiet: var(--wf-quiet, light-dark(#57606a, #9aa4af));
    --_page: var(--wf-page, light-dark(#fbfaf7, #14171b));
    --_line: var(--wf-line, light-dark(#d9d6cf, #343a41));
    --_content: var(--wf-content, light-dark(#0b5cad, #6cb2ff));
    --_position: var(--wf-position, light-dark(#b34700, #ff9f5c));
    --_control: var(--wf-control, light-dark(#8a8f96, #747e89));
    display: block;
    color: var(--_text);
    font: 400 0.833rem / 1.4
      var(
        --wf-sans,
        ui-sans-serif,
        system-ui,
        'PingFang SC',
        'Microsoft YaHei',
        'Noto Sans CJK SC',
        sans-serif
      );
    font-variant-numeric: tabular-nums;
    scrollbar-color: var(--_quiet) transparent;
  }
  :host([hidden]) {
    display: none;
  }
  :focus-visible {
    outline: 2px solid var(--_text);
    outline-offset: 2px;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`

/** A box that can be scrolled further fades at its end, where the browser knows how far it is scrolled. */
export const fadingEnds = css`
  @keyframes more-below {
    0%,
    98% {
      mask-image: linear-gradient(#000 calc(100% - 40px), transparent);
    }
    100% {
      mask-image: none;
    }
  }
  @keyframes more-beside {
    0%,
    98% {
      mask-image: linear-gradient(to right, #000 calc(100% - 32px), transparent);
    }
    100% {
      mask-image: none;
    }
  }
`

/** Masked is a pattern, never a colour of the scale. */
export const hatching = css`
  background: repeating-linear-gradient(
    -45deg,
    var(--_page) 0 3px,
    light-dark(#c9c4ba, #3a414a) 3px 4px
  );
  forced-color-adjust: none;
`

/** Goes into the style of a canvas that SchemeController repaints. */
export const schemeProbe = css`
  color: light-dark(#000, #fff);
  transition: color 1ms;
`
