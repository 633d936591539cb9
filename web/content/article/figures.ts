// The figures of the article and its side pages: which element draws each, how it starts, and what stands there without it. This is the
// only list.

/** What stands in the place of a figure without scripts: a picture of docs/encodings, or a part of site/fallbacks.ts. */
export type Fallback =
  | 'slide'
  | 'arrows'
  | 'doors'
  | 'shuffle'
  | 'extrapolation'
  | 'lengths'
  | 'models'
  | 'yourModel'
  | 'mistakes'
  | 'identify'
  | 'terms'
  | 'properties'
  | 'training'
  | 'waves'
  | 'cache'
  | { picture: string }

export interface Figure {
  readonly element: string
  /** Primitives only, as in HTML. */
  readonly attributes: Readonly<Record<string, string>>
  readonly fallback: Fallback
}

const figure = (element: string, attributes: Record<string, string>, fallback: Fallback): Figure => ({
  element,
  attributes,
  fallback,
})

export const figures = {
  hero: figure('wf-slide', { plays: '' }, 'slide'),
  shuffle: figure('wf-shuffle', {}, 'shuffle'),
  doors: figure('wf-doors', { encoding: 'rope' }, 'doors'),
  sinusoid: figure(
    'wf-encoding',
    { encoding: 'sinusoidal', length: '64', fixed: '' },
    { picture: 'sinusoidal' },
  ),
  waves: figure('wf-waves', {}, 'waves'),
  similarity: figure(
    'wf-encoding',
    { encoding: 'sinusoidal', length: '64', view: 'similarity', fixed: '' },
    { picture: 'sandwich' },
  ),
  reading: figure('wf-attention', { model: 'learned' }, { picture: 'learned' }),
  diagonals: figure('wf-bias', { encoding: 'relativeBias' }, { picture: 'relativeBias' }),
  cache: figure('wf-cache', { operation: 'keep' }, 'cache'),
  shaw: figure('wf-encoding', { encoding: 'shaw', length: '32', fixed: '' }, { picture: 'shaw' }),
  arrows: figure('wf-arrows', {}, 'arrows'),
  clocks: figure('wf-rotation', {}, { picture: 'rope' }),
  shift: figure(
    'wf-surgery',
    { operation: 'shift', encoding: 'rope', compare: 'learned' },
    { picture: 'rope' },
  ),
  rope: figure('wf-encoding', { encoding: 'rope', length: '64', fixed: '' }, { picture: 'rope' }),
  alibi: figure('wf-bias', { encoding: 'alibi' }, { picture: 'alibi' }),
  t5: figure('wf-bias', { encoding: 't5', view: 'distance' }, { picture: 't5' }),
  ledger: figure('wf-ledger', { encoding: 'transformerXl' }, { picture: 'transformerXl' }),
  properties: figure('wf-properties', {}, 'properties'),
  train: figure('wf-train', { compare: 'alibi' }, 'training'),
  extrapolation: figure('wf-extrapolation', { view: 'loss' }, 'extrapolation'),
  scaling: figure(
    'wf-extrapolation',
    { view: 'wavelengths', scaling: 'yarn', factor: '4' },
    { picture: 'rope' },
  ),
  lengths: figure('wf-lengths', {}, 'lengths'),
  models: figure('wf-models', { model: '' }, 'models'),
  'your-model': figure('wf-your-model', {}, 'yourModel'),
  mistakes: figure('wf-mistakes', {}, 'mistakes'),
  identify: figure('wf-identify', {}, 'identify'),
} satisfies Record<string, Figure>

export type FigureName = keyof typeof figures
