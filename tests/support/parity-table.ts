// What the parity tests have seen, as one table.

import type { Category } from './parity-cases.js'

export type Column = Category | 'greedy'

const COLUMNS: readonly Column[] = ['logits', 'hidden states', 'attention', 'greedy']

/** Every model that must be there, by the beginning of its folder's name. */
export const REQUIRED: Readonly<Record<string, RegExp>> = {
  'GPT-2': /^gpt2-/,
  'GPT-3': /^gpt3-/,
  BERT: /^bert-/,
  T5: /^t5-/,
  XLNet: /^xlnet-/,
  ALBERT: /^albert-/,
  RoBERTa: /^roberta-/,
  DeBERTa: /^deberta-/,
  PaLM: /^palm-/,
  LLaMA: /^llama-/,
  BLOOM: /^bloom-/,
  'ERNIE 3.0': /^ernie-/,
  Falcon: /^falcon-/,
  Vicuna: /^vicuna-/,
  Alpaca: /^alpaca-/,
  BART: /^bart-/,
  'GPT-NeoX': /^gpt-?neox-/,
  'GPT-J': /^gpt-?j-/,
  MPT: /^mpt-/,
  Qwen3: /^qwen3-/,
  'Gemma 3': /^gemma3-/,
  'Llama 4': /^llama4-/,
}

/** Of these, the models that do not generate. */
export const ENCODERS: readonly string[] = ['BERT', 'ERNIE 3.0', 'RoBERTa', 'ALBERT', 'DeBERTa', 'XLNet']

interface Row {
  source: string
  seen: Map<Column, number | string>
}

export class ParityTable {
  readonly #rows = new Map<string, Row>()

  add(model: string, truth: readonly string[]): void {
    this.#rows.set(model, { source: truth.join('; '), seen: new Map() })
  }

  /** Keeps the largest. */
  note(model: string, column: Column, difference: number): void {
    const seen = this.#rows.get(model)?.seen
    seen?.set(column, Math.max(Number(seen.get(column) ?? 0), difference))
  }

  /** Something other than a difference. */
  write(model: string, column: Column, text: string): void {
    this.#rows.get(model)?.seen.set(column, text)
  }

  columnsOf(model: string): Column[] {
    return [...(this.#rows.get(model)?.seen.keys() ?? [])]
  }

  get text(): string {
    const head = ['model', 'golden source', ...COLUMNS]
    const lines = [...this.#rows].map(([model, { source, seen }]) => {
      return [model, shortened(source), ...COLUMNS.map((column) => cell(seen.get(column)))]
    })
    const all = [head, ...lines]
    const widths = head.map((_, i) => Math.max(...all.map((line) => (line[i] as string).length)))
    return all
      .map((line) =>
        line
          .map((text, i) => text.padEnd(widths[i] as number))
          .join('  ')
          .trimEnd(),
      )
      .join('\n')
  }
}

function cell(seen: number | string | undefined): string {
  return typeof seen === 'number' ? seen.toExponential(1) : (seen ?? '–')
}

// The first clause says who.
function shortened(source: string): string {
  return source.replace(/[,;].*$/, '')
}
