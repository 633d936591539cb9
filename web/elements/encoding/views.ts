/** Positions of the longest map. */
export const LONGEST = 2048

/** What <wf-encoding> can draw. */
export const VIEWS = ['map', 'similarity', 'waves', 'decay'] as const
export type View = (typeof VIEWS)[number]
