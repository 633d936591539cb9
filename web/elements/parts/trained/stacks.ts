// The stacks of a model with an encoder and a decoder in which attention is: within either, and from the decoder to what the encoder made of its text.

export const STACKS = ['encoder', 'decoder', 'cross'] as const
export type Stack = (typeof STACKS)[number]
