// Fields and tensors of a checkpoint that do not affect the result.

/** Fields and tensors that neither transformers' class for this model type nor this engine uses. */
export interface Ignored {
  /** Fields of config.json, with their paths: `n_special`, `rope_scaling.finetuned`; those of generation_config.json that generate() does not heed: `generation_config.num_beams`. */
  readonly fields: readonly string[]
  /** Names of unused tensors. */
  readonly tensors: readonly string[]
  /** What the files do not say and was taken from others, in sentences; absent where nothing was. */
  readonly assumed?: readonly string[]
}

export function frozen({ fields, tensors, assumed }: Ignored): Ignored {
  const [ofConfig, ofWeights] = [Object.freeze([...fields]), Object.freeze([...tensors])]
  const lists = { fields: ofConfig, tensors: ofWeights }
  return Object.freeze(assumed ? { ...lists, assumed: Object.freeze([...assumed]) } : lists)
}
