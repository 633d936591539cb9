// How large a formula may be: bounds of the stack, and of the time that reading and evaluating one takes.

/** Characters of a formula. */
export const LONGEST = 200

/** Parentheses inside of each other. */
export const DEEPEST = 24

/** Values of a formula of pairs, all heads together: a second of computing, and a table of 16 MB. */
export const MOST_VALUES = 2 ** 22
