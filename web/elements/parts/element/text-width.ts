// The width of a text that is not on the page yet.

/** In Latin letters, of which a Chinese character takes two; or with the sizes of both. */
export const widthOf = (text: string, letter = 1, character = 2): number =>
  [...text].reduce((sum, sign) => sum + (sign > '\u2e7f' ? character : letter), 0)
