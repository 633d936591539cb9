// Shared styles: the tokens of the design, each a custom property that the page may set.

import { css, unsafeCSS } from 'lit'
import { ownDeclarations } from './tokens.js'

/** Otherwise Firefox keeps scroll bar tracks bright in a dark figure. */
export const baseStyles = css`
  :host {
    ${unsafeCSS(ownDeclarations)}
    display: block;
    color: var(--_ink);
    font: 400 0.875rem / 1.43 var(--_sans);
    font-variant-numeric: tabular-nums;
    scrollbar-color: var(--_soft) transparent;
  }
  :host([hidden]) {
    display: none;
  }
  :focus-visible {
    outline: 2px solid var(--_focus);
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

/** Masked is a pattern, never a colour of the scale; a figure whose masked half has words in it leaves it empty: --_masked. */
export const hatching = css`
  background: var(--_masked, repeating-linear-gradient(
    -45deg,
    var(--_paper) 0 3px,
    var(--_line) 3px 4px
  ));
  forced-color-adjust: none;
`

/** Goes into the style of a canvas that SchemeController repaints. */
export const schemeProbe = css`
  color: light-dark(#000, #fff);
  transition: color 1ms;
`
