// <wf-probability-bars>: the likeliest next tokens, each with its probability.

import { html } from 'lit'
import { baseStyles } from '../../parts/element/element-styles.js'
import { StyledElement } from '../../parts/element/styled-element.js'
import { probabilityBarsStyles } from './probability-bars-styles.js'

export interface Bar {
  name: string
  /** 0 … 1 */
  value: number
}

export class ProbabilityBarsElement extends StyledElement {
  static override styles = [baseStyles, probabilityBarsStyles]

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
