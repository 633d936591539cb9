// <wf-probability-bars>: the likeliest next tokens, each with its probability.

import { css, html } from 'lit'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'

export interface Bar {
  name: string
  /** 0 … 1 */
  value: number
}

export class ProbabilityBarsElement extends StyledElement {
  static override styles = [
    baseStyles,
    css`
      table {
        width: 100%;
        border-collapse: collapse;
      }
      th,
      td {
        padding: 0;
        line-height: 18px;
      }
      th {
        width: 2.6em;
        font-weight: 400;
        text-align: start;
        color: var(--_term-content);
        font-family: ui-monospace, 'SF Mono', Menlo, Consolas, monospace;
        font-size: 1rem;
        white-space: nowrap;
      }
      .value {
        width: 4.5em;
        text-align: end;
        padding-inline-end: 12px;
      }
      svg {
        display: block;
        width: 100%;
        height: 14px;
        fill: var(--_term-content);
        forced-color-adjust: none;
      }
      rect {
        transition: width 150ms;
      }
      @media (prefers-reduced-motion: reduce) {
        rect {
          transition: none;
        }
      }
      @media (forced-colors: active) {
        svg {
          fill: CanvasText;
        }
      }
    `,
  ]

  static override properties = {
    bars: { attribute: false },
    label: {},
    format: { attribute: false },
  }

  declare bars: readonly Bar[]
  declare label: string
  declare format: (value: number) => string

  constructor() {
    super()
    this.bars = []
    this.label = ''
    this.format = String
  }

  override render() {
    return html`<table aria-label=${this.label}>
      <tbody>
        ${this.bars.map(
          ({ name, value }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="value">${this.format(value)}</td>
              <td>
                <svg aria-hidden="true"><rect width="${value * 100}%" height="100%" /></svg>
              </td>
            </tr>`,
        )}
      </tbody>
    </table>`
  }
}
