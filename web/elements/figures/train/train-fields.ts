// The settings of <wf-train>: its attributes, and the parts of its state.

import { choice, flag, integer, number } from '../../parts/figure/fields.js'
import { formulaFields, OWN } from '../../parts/formula/own-fields.js'

/** Tasks of the lab that a tiny model can learn while one watches. */
export const TASKS = [
  'copy',
  'reverse',
  'sort',
  'repeatKth',
  'associativeRecall',
  'modularAddition',
  'reversedAddition',
  'parity',
  'dyck',
  'whichFirst',
] as const

/** Names of the lab's presets. */
export const ENCODINGS = [
  'none',
  'sinusoidal',
  'learned',
  'rope',
  'alibi',
  't5',
  'fire',
  'kerple',
  'shaw',
  'transformerXl',
  'cope',
  'randomized',
  'randomizedFloats',
] as const

export type TaskChoice = (typeof TASKS)[number]
/** A preset, or the encoding of a formula. */
export type EncodingChoice = (typeof ENCODINGS)[number] | typeof OWN

/** What the picture shows: attention and right sequences; losses; answers; biases and what is learned of each encoding. */
export const VIEWS = ['attention', 'curves', 'answers', 'bias'] as const

export type ViewChoice = (typeof VIEWS)[number]

/** Layers of the model that learns. */
export const LAYERS = 2
export const HEADS = 4

export const trainFields = {
  task: choice('copy', TASKS),
  encoding: choice('rope', [...ENCODINGS, OWN]),
  /** A second encoding, on the same sequences. */
  compare: choice('nothing', ['nothing', ...ENCODINGS, OWN]),
  ...formulaFields,
  seed: integer(1, 0, 1000),
  learningRate: number(0.005, 1e-5, 1e12),
  /** Steps from one picture to the next. */
  speed: integer(1, 1, 100),
  /** Trains by itself up to this step, once it is seen; not where motion is reduced. */
  playTo: integer(0, 0, 5000),
  /** Whose attention is shown; counted from 0. */
  layer: integer(0, 0, LAYERS - 1),
  head: integer(0, 0, HEADS - 1),
  view: choice('attention', VIEWS),
  /** Goes on while the tab is hidden. */
  background: flag(false),
}
