// Where a model with an encoder and a decoder attends: within either, and from the decoder to what the encoder made of its text.

export const STACKS = ['encoder', 'decoder', 'cross'] as const
export type Stack = (typeof STACKS)[number]
