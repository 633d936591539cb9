// Where the names of marks stand.

/** Height of the letters. */
export const LETTERS = 12

/** The base line of the name of a vertical mark: at the top, or below a horizontal mark that would run through it. */
export function topOfName(top: number, horizontal: readonly number[], letters: number): number {
  const isThrough = (base: number) => (line: number) => line > base - 2 * letters && line < base + letters / 2
  const base = top + letters
  const line = horizontal.find(isThrough(base))
  return line === undefined ? base : line + 1.5 * letters
}
