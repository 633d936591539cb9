/** Operations on the places of tokens, or on the encoding that reads them. */
export const OPERATIONS = ['shift', 'gap', 'leftPad', 'shuffle', 'reverse', 'pack', 'remove'] as const
export type OperationName = (typeof OPERATIONS)[number]

/** Sources of queries, keys and values. */
export const SOURCES = ['random', 'trained'] as const
export type Source = (typeof SOURCES)[number]
