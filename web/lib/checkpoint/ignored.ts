// What a checkpoint carries and what changes nothing.

/** Neither transformers' class for this type of model nor this engine uses it. */
export interface Ignored {
  /** Fields of config.json, with their paths: `n_special`, `rope_scaling.finetuned`. */
  readonly fields: readonly string[]
  /** Names of tensors. */
  readonly tensors: readonly string[]
}

export function frozen({ fields, tensors }: Ignored): Ignored {
  return Object.freeze({ fields: Object.freeze([...fields]), tensors: Object.freeze([...tensors]) })
}
