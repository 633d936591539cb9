/** What can be done to the places of tokens. */
export const OPERATIONS = ['shift', 'gap', 'leftPad', 'shuffle', 'reverse', 'pack'] as const
export type OperationName = (typeof OPERATIONS)[number]

/** Where queries, keys and values come from. */
export const SOURCES = ['random', 'trained'] as const
export type Source = (typeof SOURCES)[number]
