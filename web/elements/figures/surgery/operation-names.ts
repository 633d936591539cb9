/** What can be done to the places of tokens, or to what reads them. */
export const OPERATIONS = ['shift', 'gap', 'leftPad', 'shuffle', 'reverse', 'pack', 'remove'] as const
export type OperationName = (typeof OPERATIONS)[number]

/** Where queries, keys and values come from. */
export const SOURCES = ['random', 'trained'] as const
export type Source = (typeof SOURCES)[number]
