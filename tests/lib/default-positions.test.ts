// A config that names its model_type alone has the positions and the scale of transformers' class by default, in every layer.

import { expect, test } from 'vitest'
import { positionFromConfig, scaleFromConfig } from 'whereformer'
import { readers } from '../../web/lib/families/config.js'
import { recipeOf } from '../../web/lib/families/index.js'
import { refusalOf } from '../support/errors.js'
import { readJson } from '../support/golden.js'
import { goldenModel } from '../support/models.js'

type Config = Record<string, unknown>

const classes = readJson<(Config & { model_type: string })[]>('default-positions.json')

/** The answer for a config, which is given what it is refused for not having: sizes, which the classes have by default as well. */
function answer(read: (config: Config) => unknown, bare: Config, defaults: Config): unknown {
  const config = { ...bare }
  for (;;) {
    try {
      return read(config)
    } catch (error) {
      const { message } = error as Error
      const [, field = ''] = /^config\.(\w+): got nothing, wanted a value/.exec(message) ?? []
      if (!(field in defaults) || field in config) return message
      config[field] = defaults[field]
    }
  }
}

type Read = (config: Config, layer: number) => unknown

const reads: readonly Read[] = [
  (config, layer) => positionFromConfig(config, { layer }),
  (config, layer) => scaleFromConfig(config, { layer }),
]

test.each(classes.map((one) => [one.model_type, one] as const))('%s', (model_type, defaults) => {
  const layers = Math.min(Number(defaults.num_hidden_layers ?? defaults.n_layer ?? 12), 48)
  for (let layer = 0; layer < layers; layer++) {
    for (const read of reads) {
      const of = (config: Config) => answer((given) => read(given, layer), config, defaults)
      const bare = of({ model_type })
      if (String(bare).startsWith('config.rope_scaling: got nothing, wanted'))
        expect(REFUSED).toContain(model_type)
      else expect([layer, bare]).toEqual([layer, of(defaults)])
    }
  }
})

/** Classes that are refused without their parameters: by default they have scaled frequencies or several kinds of layers. */
const REFUSED = 'falcon_h1 gpt_oss higgs_audio_v2 laguna lfm3 mellum ministral3 mistral4'.split(' ')

test.each(['gemma3-vision-f32', 'llava-f32', 'llava-next-f32', 'mistral3-f32', 'qwen3-vl-f32'])(
  '%s: the positions of the text model inside',
  (name) => {
    const { text_config: inside } = goldenModel(name).request.config as { text_config: object }
    expect(positionFromConfig({ model_type: 'any', text_config: inside })).toEqual(positionFromConfig(inside))
  },
)

test('every model type that can be loaded is known', () => {
  const { message } = refusalOf(() => recipeOf({ model_type: 'none' }))
  const loaded = /one of: (.*)/.exec(message)?.[1]?.split(', ') ?? []
  expect(loaded.length).toBeGreaterThan(60)
  const named = loaded.filter((type) => !Object.hasOwn(readers, type))
  const withTextInside = ['gemma3', 'llava', 'llava_next', 'mistral3', 'qwen3_vl']
  const byConvolution = ['hubert', 'wav2vec2']
  expect(named.sort()).toEqual([...withTextInside, ...byConvolution, 'whereformer'].sort())
})
