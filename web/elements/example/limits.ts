/** Words of the example sentence. */
export const LONGEST_SENTENCE = 24
