// The trainers that the lab needs. `Whereformer` has both functions of TrainerLibrary.

import type { Batch } from './batch.js'
import type { LabPositions } from './encodings.js'

/** Positions of each sequence, [sequences, length]. */
export interface BatchPositions {
  readonly data: Float32Array
  readonly shape: readonly [number, number]
}

export interface TrainerBatch extends Batch {
  /** The positions; 0, 1, 2 … when absent. */
  readonly positions?: BatchPositions
}

export interface ModelOptions {
  readonly layers: number
  readonly heads: number
  readonly dModel: number
  readonly dFf: number
  readonly norm: string
  readonly activation: string
  readonly gated: boolean
  readonly [field: string]: unknown
}

export interface OptimizerOptions {
  readonly learningRate: number
  readonly warmup: number
  readonly schedule: string
  readonly weightDecay: number
  readonly betas: readonly [number, number]
  readonly clip: number
  readonly [field: string]: unknown
}

export interface TrainerRequest {
  readonly model: ModelOptions & {
    readonly vocab: number
    readonly position: LabPositions
    /** The largest position plus one: rows of a learned table. */
    readonly length: number
  }
  readonly optimizer: OptimizerOptions & { readonly steps: number }
  readonly seed: number
}

/** The files of a checkpoint: config.json, model.safetensors, optimizer.safetensors. */
export type TrainerFiles = Readonly<Record<string, Uint8Array>>

export interface Trainer {
  step(batch: TrainerBatch): { step: number; loss: number; gradientNorm: number; learningRate: number }
  evaluate(batch: TrainerBatch): { loss: number; accuracy: number; exactMatch: number }
  save(): TrainerFiles
  dispose(): void
  /** The model with the weights of the last step, which remedies need. */
  readonly model?: TrainedModel
}

interface TrainedModel {
  forward(
    input: { inputIds: number[] },
    options: { position: LabPositions },
  ): { readonly logits: { readonly data: Float32Array } }
}

export interface TrainerLibrary {
  readonly info: { readonly version: string; readonly variant: string; readonly buildSha: string }
  trainer(request: TrainerRequest): Promise<Trainer>
  resumeTrainer(files: TrainerFiles): Promise<Trainer>
}

/** Names the build of a library: another one may compute other bits. */
export const buildOf = ({ info: { version, variant, buildSha } }: TrainerLibrary): string =>
  `${version} ${variant} ${buildSha}`
