// Blanks at which no line may break: inside of numbers, of sums and differences of two terms, of short arrays, before units.

/** Arrays of at most so many characters stay on one line. */
const SHORT = 26

export const unbroken = (text: string): string =>
  text
    .replace(/(?<=\d) (?=\d{3}(?!\d))/g, '\u00a0')
    .replace(/(?<=[\p{L}\d)⌋|]) ([−+·×=]) (?=[\p{L}\d(−√|])/gu, '\u00a0$1\u00a0')
    .replace(/(?<=\d) (?=[kMG]B|%)/g, '\u00a0')
    .replace(/\[[^[\]]+\]/g, (array) => (array.length > SHORT ? array : array.replaceAll(' ', '\u00a0')))
