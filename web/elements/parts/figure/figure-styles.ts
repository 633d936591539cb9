import { css } from 'lit'

export const figureStyles = css`
  :host {
    max-width: 1100px;
    font-size: 0.9375rem;
    line-height: 1.5;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  /* a theme of its own, on a page that may have the other one */
  :host([theme='light']),
  :host([theme='dark']) {
    box-sizing: border-box;
    padding: 16px;
    border-radius: var(--_radius-button);
    background: var(--_paper);
  }
  .figure {
    container-type: inline-size;
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    overflow-wrap: break-word;
  }
  .figure > * {
    min-width: 0;
  }
  p {
    margin: 0;
  }
  a {
    color: inherit;
    text-underline-offset: 0.15em;
  }
  code,
  pre {
    font: 0.9em / 1.5 ui-monospace, 'SF Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace;
  }
  .head {
    display: flex;
    gap: 16px;
    align-items: start;
    justify-content: space-between;
    position: relative;
  }
  /* room for the tools, should they come */
  .head.unknown {
    min-height: 32px;
  }
  .look {
    font-size: 1.0625rem;
    max-width: 68ch;
  }
  .quiet,
  .caption {
    color: var(--_soft);
  }
  .caption {
    max-width: 72ch;
  }
  .caption:lang(zh) {
    max-width: 40em;
  }
  th:lang(zh) {
    word-break: keep-all;
  }
  .complaint,
  .trouble {
    border-inline-start: 3px solid var(--_wrong);
    padding-inline-start: 12px;
  }
  .stage {
    position: relative;
    min-height: var(--wf-height, 240px);
  }
  .stage.drawn {
    min-height: 0;
  }
  .bar {
    position: absolute;
    inset: -8px 0 auto;
    height: 2px;
    overflow: hidden;
    opacity: 0;
    animation: appear 0s 200ms forwards; /* what is quicker than that needs no bar */
  }
  .bar div {
    height: 100%;
    width: 100%;
    background: var(--_ink);
    transform-origin: left;
  }
  @keyframes appear {
    to {
      opacity: 1;
    }
  }
  .controls {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 200px), 1fr));
    gap: 12px 24px;
    align-items: start;
  }
  @container (max-width: 640px) {
    .controls {
      grid-template-columns: repeat(auto-fill, minmax(min(100%, 150px), 1fr));
      gap: 8px 16px;
    }
  }
  @container (max-width: 400px) {
    .controls {
      row-gap: 4px; /* on a phone a figure fits two screens */
    }
    .controls > :is(.longish, .long, .wide) + .more {
      grid-column: 1 / -1; /* nothing stands beside it */
    }
  }
  .controls .more {
    align-self: end;
  }
  .controls .more:is([open], :only-child) {
    grid-column: 1 / -1;
  }
  .more .controls {
    padding-top: 8px;
  }
  .primary {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 16px;
    align-items: center;
    min-height: var(--_target);
  }
  .primary .segments {
    grid-column: auto;
    flex-wrap: nowrap;
  }
  .primary .segments button {
    min-height: var(--_target);
  }
  @container (max-width: 420px) {
    .primary select {
      font-size: 0.8125rem;
    }
  }
  @container (max-width: 340px) {
    .primary .segments button {
      padding-inline: 6px;
      font-size: 0.8125rem;
    }
  }
  .more-button {
    min-height: var(--_target);
    border-color: transparent;
    color: var(--_soft);
    padding-inline: 8px 0;
  }
  .more-part {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 12px;
  }
  .skip {
    position: absolute;
    z-index: 2;
    inset: 0 0 auto auto;
    background: var(--_paper);
  }
  .skip:not(:focus) {
    clip-path: inset(50%);
    pointer-events: none;
  }
  .end {
    position: absolute;
  }
  .tools,
  .tools .pair {
    display: flex;
    gap: 4px 12px;
    align-items: center;
    justify-content: end;
  }
  .tools .pair {
    flex: none;
    gap: 0;
  }
  .share-button,
  .menu > button {
    border-color: transparent;
  }
  .share-button {
    display: flex;
    gap: 6px;
    align-items: center;
    white-space: nowrap;
  }
  .menu > button {
    width: 32px;
    padding: 0;
    font-size: 1.3em;
    line-height: 1;
  }
  .link {
    display: grid;
    gap: 4px;
  }
  .link input {
    box-sizing: border-box;
    width: 100%;
    min-height: 32px;
    padding-inline: 8px;
    border: 1px solid var(--_mark);
    background: transparent;
  }
  @container (max-width: 640px) {
    .head.unknown {
      min-height: 64px;
    }
    .tools {
      flex-direction: column-reverse;
      align-items: end;
    }
    .tools .pair {
      flex-direction: column;
    }
    .share-button {
      width: 32px;
      padding: 0;
      justify-content: center;
    }
    .share-button .word {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
  }
  .share-button:hover,
  .menu > button:hover,
  .menu > button[aria-expanded='true'] {
    border-color: var(--_mark);
  }
  .items {
    position: absolute;
    z-index: 2;
    inset: 36px 0 auto auto;
    display: grid;
    min-width: 180px;
    margin: 0;
    padding: 4px 0;
    list-style: none;
    border: 1px solid var(--_mark);
    background: var(--_paper);
  }
  .items button {
    width: 100%;
    border: 0;
    border-radius: 0;
    text-align: start;
    padding-inline: 16px;
  }
  .items button:hover {
    background: var(--_wash);
  }
  .code {
    display: grid;
    gap: 8px;
    justify-items: start;
  }
  .code pre {
    margin: 0;
    max-width: 100%;
    box-sizing: border-box;
    overflow-x: auto;
    padding: 12px 16px;
    border: 1px solid var(--_line);
  }
  details summary {
    cursor: pointer;
    min-height: 24px;
    color: var(--_soft);
  }
  @media (pointer: coarse) {
    .menu > button,
    .share-button {
      min-width: 44px;
    }
    details summary {
      min-height: 44px;
    }
  }
  @media print {
    .controls,
    .tools,
    .link,
    .start {
      display: none;
    }
  }
`
