// A model of the reader's own, in the place of a trained one: its tokens are pieces of text, and its vocabulary is too large to list.

import type { PositionEncoding } from 'whereformer'
import type { ColorToken } from '../element/tokens.js'
import type { AnyLibrary } from '../engine/library.js'
import { type Prepared, prepare } from './passage.js'
import type { TrainedModel } from './trained-models.js'
import { hueOfModel } from './trained-names.js'
import type { TrainedWords } from './trained-words.js'

export interface OwnModel {
  title: string
  model: Awaited<ReturnType<AnyLibrary['loadModel']>>
  /** Not listed. */
  characters: readonly string[]
  /** Context length of its config. */
  context: number
  /** The token that the decoder of an encoder–decoder begins with. */
  decoderStart?: number | undefined
  /** The text of each token. */
  pieces(ids: readonly number[]): Promise<string[]>
}

/** A model with which figures read a text. */
export type AnyTrained = TrainedModel | OwnModel

export function ownModel(given: Pick<OwnModel, 'title' | 'model' | 'context' | 'decoderStart'>): OwnModel {
  const { model } = given
  const known = new Map<number, Promise<string>>()
  const piece = (id: number) => {
    const text = known.get(id) ?? textOf(model, id)
    known.set(id, text)
    return text
  }
  return { ...given, characters: [], pieces: (ids) => Promise.all(ids.map(piece)) }
}

/** Vocabularies of models are often padded: the last ids have no text. */
async function textOf(model: OwnModel['model'], id: number): Promise<string> {
  try {
    return await model.decode([id])
  } catch {
    return `⟨${id}⟩`
  }
}

export const isOwn = (trained: AnyTrained): trained is OwnModel => 'pieces' in trained

/** Has it an encoder and a decoder? */
export const hasStacks = ({ model }: AnyTrained): boolean => model.spec.encoder !== undefined

/** Does it say which token comes next in a text? */
export const continues = (trained: AnyTrained): boolean =>
  trained.model.spec.causal && trained.model.spec.head !== 'none' && !hasStacks(trained)

export function titleOf(trained: AnyTrained, { names, ownPosition }: TrainedWords): string {
  if (isOwn(trained)) return trained.title
  return trained.position ? ownPosition : names[trained.name]
}

/** That of its encoding; a formula, and a model of which we know no more, have none of their own. */
export const hueOfTrained = (trained: AnyTrained): ColorToken =>
  isOwn(trained) || trained.position ? 'other' : hueOfModel(trained.name)

/** Options of a pass or a generation: the encoding in place of the model's own. */
export const positionIn = (trained: AnyTrained): { position?: PositionEncoding } =>
  isOwn(trained) || !trained.position ? {} : { position: trained.position }

/** The last tokens that the model reads of a text. */
export async function prepareFor(
  trained: AnyTrained,
  text: string,
  context: number,
  standIn: string,
): Promise<Prepared> {
  if (!isOwn(trained)) return prepare(text, trained.characters, context, standIn)
  const given = await trained.model.encode(text)
  const replaced = given.length === 0
  const all = replaced ? await trained.model.encode(standIn) : given
  const ids = all.slice(-context)
  return {
    characters: await trained.pieces(ids),
    ids,
    length: given.length,
    strangers: [],
    leftOut: 0,
    replaced,
  }
}
