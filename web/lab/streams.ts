/** Independent streams of random numbers. Tests are the same for all runs of a task. */
export const STREAMS = {
  sequences: 1,
  positions: 2,
  validation: 3,
  validationPositions: 4,
  test: 2 ** 20, // + length
  testPositions: 2 ** 21, // + length
}
