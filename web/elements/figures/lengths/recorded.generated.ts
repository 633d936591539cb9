// Generated from docs/length-generalisation/runs by "npm run generate". Do not edit.

import type { Experiment } from './experiment.js'

export const recorded: readonly Experiment[] = [
  {
    task: 'lookBack',
    trainLength: 16,
    testLengths: [16, 24, 32, 64, 128],
    steps: 1000,
    batch: 32,
    width: 64,
    date: '2026-11-26',
    notLearned: ['none', 'alibi', 'kerple', 'fire', 'randomized'],
    runs: [
      {
        encoding: 'none',
        seed: 1,
        accuracy: [0.4988, 0.391, 0.34321, 0.2491, 0.18106],
        exactMatch: [0, 0, 0, 0, 0],
      },
      {
        encoding: 'none',
        seed: 2,
        accuracy: [0.45673, 0.37016, 0.32516, 0.24091, 0.17131],
        exactMatch: [0, 0, 0, 0, 0],
      },
      {
        encoding: 'sinusoidal',
        seed: 1,
        accuracy: [1, 0.6782, 0.49704, 0.27228, 0.16731],
        exactMatch: [1, 0, 0, 0, 0],
      },
      {
        encoding: 'sinusoidal',
        seed: 2,
        accuracy: [1, 0.64695, 0.48303, 0.27664, 0.17119],
        exactMatch: [1, 0, 0, 0, 0],
      },
      {
        encoding: 'learned',
        seed: 1,
        accuracy: [1, 0.64472, 0.48438, 0.26691, 0.16037],
        exactMatch: [1, 0, 0, 0, 0],
      },
      {
        encoding: 'learned',
        seed: 2,
        accuracy: [1, 0.6436, 0.48168, 0.26101, 0.16175],
        exactMatch: [1, 0, 0, 0, 0],
      },
      {
        encoding: 'rope',
        seed: 1,
        accuracy: [1, 0.91778, 0.71363, 0.40382, 0.22744],
        exactMatch: [1, 0.01563, 0, 0, 0],
      },
      {
        encoding: 'rope',
        seed: 2,
        accuracy: [1, 0.93229, 0.75269, 0.42892, 0.24381],
        exactMatch: [1, 0.07813, 0, 0, 0],
      },
      {
        encoding: 'alibi',
        seed: 1,
        accuracy: [0.90565, 0.83482, 0.80307, 0.71055, 0.64338],
        exactMatch: [0.25781, 0.01563, 0, 0, 0],
      },
      {
        encoding: 'alibi',
        seed: 2,
        accuracy: [0.91947, 0.85417, 0.82139, 0.71222, 0.64956],
        exactMatch: [0.32813, 0.04688, 0.00781, 0, 0],
      },
      {
        encoding: 't5',
        seed: 1,
        accuracy: [1, 0.9974, 0.97683, 0.82057, 0.59862],
        exactMatch: [1, 0.94531, 0.51563, 0, 0],
      },
      {
        encoding: 't5',
        seed: 2,
        accuracy: [1, 0.99926, 0.95851, 0.7386, 0.49088],
        exactMatch: [1, 0.98438, 0.40625, 0, 0],
      },
      {
        encoding: 'kerple',
        seed: 1,
        accuracy: [0.97296, 0.96763, 0.96848, 0.97067, 0.96762],
        exactMatch: [0.70313, 0.49219, 0.35938, 0.1875, 0.03125],
      },
      {
        encoding: 'kerple',
        seed: 2,
        accuracy: [0.97536, 0.97768, 0.97495, 0.96183, 0.94444],
        exactMatch: [0.71094, 0.64063, 0.50781, 0.0625, 0],
      },
      {
        encoding: 'fire',
        seed: 1,
        accuracy: [0.95733, 0.90699, 0.78314, 0.44365, 0.23675],
        exactMatch: [0.5625, 0.14844, 0, 0, 0],
      },
      { encoding: 'shaw', seed: 1, accuracy: [1, 1, 1, 1, 1], exactMatch: [1, 1, 1, 1, 1] },
      { encoding: 'transformerXl', seed: 1, accuracy: [1, 1, 1, 1, 1], exactMatch: [1, 1, 1, 1, 1] },
      { encoding: 'cope', seed: 1, accuracy: [1, 1, 1, 0.97861, 0.86781], exactMatch: [1, 1, 1, 0.34375, 0] },
      {
        encoding: 'randomized',
        seed: 1,
        accuracy: [0.47055, 0.36607, 0.26751, 0.16048, 0.12387],
        exactMatch: [0, 0, 0, 0, 0],
      },
    ],
  },
]
