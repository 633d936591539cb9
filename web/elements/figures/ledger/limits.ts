/** Tokens of a typed text at most. */
export const LEDGER_TOKENS = 16
