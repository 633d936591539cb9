/** Words of the example sentence. */
export const LONGEST_SENTENCE = 24

/** Heads of the example of attention. */
export const EXAMPLE_HEADS = 4

/** Columns of the grid that the tokens fill row by row, where an encoding wants one. */
export const GRID_WIDTH = 8
