// ALiBi's biases of all pairs, [heads, tokens, tokens].

import { ExpectedRows } from '../expected-rows.js'
import { encodings } from './encodings.js'

export function biasMatrix({ heads, tokens }) {
  const { position, bias } = encodings.alibi({ heads })
  const of = { rowCount: heads * tokens, width: tokens, rows: [...Array(heads * tokens).keys()] }
  const row = (at) => {
    const [head, query] = [Math.floor(at / tokens), at % tokens]
    return Float64Array.from({ length: tokens }, (_, key) => bias(head, key - query))
  }
  return {
    position,
    heads,
    shape: [heads, tokens, tokens],
    ownTolerance: 4e-6,
    expected: [new ExpectedRows(of, row)],
  }
}
