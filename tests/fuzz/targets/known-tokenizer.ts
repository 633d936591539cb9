// What targets about tokenizers share: nothing lives on, and a known tokenizer encodes as before after every case.

import type { Tokenizer } from '../../../web/lib/tokenizer/tokenizer.js'
import { type Bench, Fault } from '../target.js'

export function beside(known: Tokenizer, { make, run }: Pick<Bench, 'make' | 'run'>): Bench {
  const encoded = () => String(known.encode('the cat sat'))
  const expected = encoded()
  return {
    make,
    run,
    known: () => {
      if (encoded() !== expected) throw new Fault('the known tokenizer encodes otherwise')
    },
    live: () => 0,
    close() {},
  }
}
