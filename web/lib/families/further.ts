// Families that come when their model_type is seen: a chunk for each kind of model. A chunk imports nothing that runs, so that bundlers
// divide all other code as they do without it; what its families are built with is an argument (ADR 39).

import type { Family } from './family.js'
import type { FamilyParts } from './family-parts.js'

/** The model types of each chunk. */
export const CHUNKS = {
  decoders:
    'arcee biogpt codegen cohere cohere2 ernie4_5 exaone4 gemma gemma2 glm glm4 gpt_bigcode gpt_neo granite helium jais2 ministral3 nanochat nemotron olmo olmo2 olmo3 openai-gpt opt phi phi3 qwen2_5_vl_text qwen2_vl_text qwen3_vl_text seed_oss smollm3 stablelm starcoder2 xglm'.split(
      ' ',
    ),
  encoders:
    'big_bird data2vec-text distilbert electra esm eurobert flaubert longformer megatron-bert modernbert mpnet new nomic_bert roformer xlm xlm-roberta-xl'.split(
      ' ',
    ),
  vision:
    'clip_text_model clip_vision_model clipseg_text_model clipseg_vision_model deit dinov2 dinov2_with_registers siglip_text_model siglip_vision_model vit'.split(
      ' ',
    ),
  audio: ['hubert', 'wav2vec2', 'whisper'],
  encoderDecoders: 'blenderbot led m2m_100 marian mbart pegasus plbart umt5'.split(' '),
} as const satisfies Record<string, readonly string[]>

export type ChunkName = keyof typeof CHUNKS

/** What a chunk holds: families, over the parts that they are built with. */
export type FamiliesOf = (parts: FamilyParts) => readonly Family[]

/** Brings a chunk. */
export type OpenChunk = (name: ChunkName) => Promise<FamiliesOf>

/** The model types of all chunks. */
export const furtherTypes: readonly string[] = Object.values(CHUNKS).flat()

/** The chunk of a model type, if it has one. */
export function chunkOf(modelType: unknown): ChunkName | undefined {
  const chunks = Object.entries(CHUNKS) as [ChunkName, readonly unknown[]][]
  return chunks.find(([, types]) => types.includes(modelType))?.[0]
}
