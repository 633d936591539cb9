// The recorded experiment: which tasks, at which lengths, how much training. Every encoding of the lab takes part.

export const tasks = ['copy', 'reverse', 'reversedAddition', 'associativeRecall', 'parity']

/** What `run` of whereformer/lab takes, besides the task and the encodings. */
export const options = {
  trainLength: 16,
  testLengths: [8, 16, 24, 32, 48, 64],
  steps: 2500,
  batch: 16,
  testCount: 128,
  reportEvery: 100,
  // what differs from the lab's defaults: with two wide heads and small batches copying is learned in the fewest computations
  model: { dModel: 32, heads: 2, dFf: 64 },
  optimizer: { learningRate: 0.01 },
}

export const seeds = [1, 2, 3]
