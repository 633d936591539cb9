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

/** A label for each token, found from the tokens up to it. */
const labels =
  (from: number, label: (seen: readonly string[]) => string): Solver =>
  (tokens) => {
    const asked = tokens.slice(0, -1) // the last is the label of the one before it
    return placed(
      from + 1,
      asked.slice(from).map((_, i) => label(asked.slice(0, from + i + 1))),
    )
  }

export const solvers: Readonly<Record<string, Solver>> = {
  lookBack: labels(3, (seen) => seen.at(-4) as string),
  firstToken: labels(1, (seen) => seen[0] as string),
  latestSymbol: labels(0, (seen) => seen.join('').replaceAll('.', '').slice(-1)),
  sinceMark: labels(0, (seen) => String(/\.*$/.exec(seen.join(''))?.[0].length)),
  majority: labels(0, (seen) => {
    const sorted = [...seen].sort().join('')
    return sorted.lastIndexOf('a') + 1 >= sorted.length / 2 ? 'a' : 'b'
  }),
  induction: (tokens) => {
    const length = (tokens.length - 1) / 2
    const follower = new Map(tokens.slice(1, length).map((token, i) => [tokens[i] as string, token]))
    return placed(
      length + 1,
      tokens.slice(length, -1).map((token) => follower.get(token) as string),
    )
  },
  uniqueCopy: after('=', (prompt) => prompt),
  uniqueSort: after('=', (prompt) => [...prompt].sort((a, b) => Number(a) - Number(b))),
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
  hintedAddition: (tokens) => {
    const equals = tokens.indexOf('=')
    const [a, b] = tokens
      .slice(0, equals)
      .join('')
      .split('+')
      .map((hinted) => BigInt([...hinted.replaceAll(/[a-z]/g, '')].reverse().join('')))
    const width = (equals - 1) / 4 + 1
    const sum = [...String((a as bigint) + (b as bigint)).padStart(width, '0')].reverse()
    return new Map(sum.map((digit, i) => [equals + 2 + 2 * i, digit]))
  },
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
