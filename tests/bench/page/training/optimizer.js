// AdamW with clipping by the global norm, as every engine here computes it.

export const optimizer = {
  learningRate: 1e-3,
  beta1: 0.9,
  beta2: 0.999,
  epsilon: 1e-8,
  weightDecay: 0.1,
  clip: 1,
}

/** Matrices and embeddings decay; biases, norms and positions do not. */
export const decays = (name, shape) => shape.length === 2 && name !== 'wpe.weight'

/** Corrections of the moments for having begun at 0. */
export function corrections(step) {
  const { beta1, beta2 } = optimizer
  return { first: 1 / (1 - beta1 ** step), second: 1 / (1 - beta2 ** step) }
}
