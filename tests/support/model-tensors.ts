// The tensors of a class of transformers, as the header of a checkpoint would list them.

/** With N for the number of a layer: how many layers have the tensor, then its shape. */
export type ModelTensors = Record<string, number[]>

export function headerOf(tensors: ModelTensors) {
  return Object.entries(tensors).flatMap(([pattern, [count = 0, ...shape]]) =>
    Array.from({ length: count }, (_, layer) => ({
      name: pattern.replace('.N.', `.${layer}.`),
      dtype: 'F32',
      shape,
      begin: 0,
      end: 0,
    })),
  )
}
