// A model like GPT-2, as native/train.cpp and tools/golden/time_training.py time it: layer norms, GELU by tanh, learned positions,
// biases, a tied head. Each engine begins with the same weights.

export const vocab = 64
/** Of the norms, as our trainer has it. */
export const epsilon = 1e-6

export const sizes = {
  S: { layers: 2, heads: 4, width: 64, length: 32, sequences: 64 },
  M: { layers: 4, heads: 4, width: 128, length: 64, sequences: 16 },
  L: { layers: 6, heads: 6, width: 192, length: 128, sequences: 16 },
}

/** Ids that are their own targets: [sequences][length]. */
export function batchOf({ sequences, length }) {
  return Array.from({ length: sequences }, (_, s) =>
    Array.from({ length }, (_, t) => (7 * t + 3 * s + ((s * t) % 5)) % vocab),
  )
}
