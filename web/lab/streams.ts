/**
 * Independent streams of random numbers. Tests are the same for all runs of a task, and of a text whose windows end at the same places
 * (`last`) the same at all lengths.
 */
export const STREAMS = {
  sequences: 1,
  positions: 2,
  validation: 3,
  validationPositions: 4,
  test: 2 ** 20,
  testPositions: 2 ** 21,
}
