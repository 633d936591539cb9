// The definitions of the tasks once more, on printed sequences: what each answer must be, found in another way than the tasks write it.

/** The places of the answer (index into the whole sequence, prompt and answer) with their tokens. */
export type Solver = (tokens: readonly string[]) => ReadonlyMap<number, string>

/** The whole answer from what stands before the sign that ends the prompt. */
const after =
  (sign: string, answer: (prompt: readonly string[]) => readonly string[]): Solver =>
  (tokens) => {
    const at = tokens.indexOf(sign)
    return placed(at + 1, answer(tokens.slice(0, at)))
  }

function placed(start: number, tokens: readonly string[]): Map<number, string> {
  return new Map(tokens.map((token, i) => [start + i, token]))
}

export const solvers: Readonly<Record<string, Solver>> = {
  copy: after('=', (prompt) => prompt),
  reverse: after('=', (prompt) => prompt.map((_, i) => prompt.at(-1 - i) as string)),
  sort: after('=', (prompt) =>
    [...'0123456789'].flatMap((digit) => prompt.filter((token) => token === digit)),
  ),
  repeatKth: after('=', (prompt) => [prompt[2] as string]),
  associativeRecall: (tokens) => {
    const asked = tokens[tokens.length - 2] as string
    return placed(tokens.length - 1, [tokens[tokens.indexOf(asked) + 1] as string])
  },
  parity: after('=', (prompt) => [prompt.join('').replaceAll('0', '').length % 2 ? 'odd' : 'even']),
  modularAddition: after('=', (prompt) => [
    String(prompt.map(Number).reduce((sum, term) => (sum + term) % 10)),
  ]),
  reversedAddition: after('=', (prompt) => {
    const [a, b] = prompt
      .join('')
      .split('+')
      .map((digits) => BigInt([...digits].reverse().join('')))
    const width = (prompt.length - 1) / 2 + 1
    return [...String((a as bigint) + (b as bigint)).padStart(width, '0')].reverse()
  }),
  dyck: (tokens) => {
    // inner pairs are taken away until nothing is left
    const answers = new Map<number, string>()
    let rest = tokens.map((token, i) => ({ token, i }))
    while (rest.length > 0) {
      const inner = rest.findIndex(
        ({ token }, i) => '(['.includes(token) && ')]'.includes(rest[i + 1]?.token ?? ' '),
      )
      const [open, close] = rest.slice(inner, inner + 2)
      if (inner < 0 || !open || !close) throw new Error(`unbalanced: ${tokens.join('')}`)
      answers.set(close.i, open.token === '(' ? ')' : ']')
      rest = rest.filter((_, i) => i !== inner && i !== inner + 1)
    }
    return answers
  },
  whichFirst: after('?', (prompt) => [/[XY]/.exec(prompt.join(''))?.[0] ?? 'neither']),
}
