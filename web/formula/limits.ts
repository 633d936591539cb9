// How large a formula may be. Both bound the stack and the time that reading and evaluating one takes.

/** Characters of a formula. */
export const LONGEST = 200

/** Parentheses inside of each other. */
export const DEEPEST = 24
