// Whisper: two convolutions over a spectrogram, then mBART's layers without a bias on keys. The encoder's table of positions holds sinusoids,
// the decoder's was learned.

import type { Tensor } from '../../boundary/tensor.js'
import type { StoredTensor } from '../../position/table-reference.js'
import type { ConfigFields } from '../config-fields.js'
import type { Family, ModelSpec, Signals } from '../family.js'
import type { FamilyParts } from '../family-parts.js'
import { positionsOfBoth, side } from './bart-layers.js'
import { convolved, kernelOf, rowsAfter } from './convolution.js'
import { gelu } from './pointwise.js'
import { soundReader } from './sound.js'

export const whisper = (parts: FamilyParts): Family => ({
  name: 'whisper',
  modelTypes: ['whisper'],
  rename: parts.without('model.'),
  spec: (config) => spec(parts, config),
  tensors: (s) => [
    parts.rule('decoder.embed_tokens.weight', [s.vocab, s.dModel], 'embedding'),
    ...(s.encoder ? side(parts, 'encoder', s.encoder, s) : []),
    ...side(parts, 'decoder', s, s),
    ...parts.ownHead(s, 'proj_out.weight'),
  ],
  positions: (config, s) => positionsOfBoth(parts, config, s),
  signals: (s, config) => signals(parts, config, s),
  decoderStart: 50257,
  irrelevant: [
    'scale_embedding', // no embedding is
    ...['use_weighted_layer_sum', 'classifier_proj_size'],
    ...['apply_spec_augment', /mask_.*/],
  ],
  fixed: { is_encoder_decoder: [true] },
})

function spec(parts: FamilyParts, config: ConfigFields): ModelSpec {
  const dModel = config.count('d_model', 384)
  const stack = (name: 'encoder' | 'decoder') => {
    const heads = config.count(`${name}_attention_heads`, 6)
    return {
      layers: config.count(`${name}_layers`, 4),
      heads,
      headDim: parts.evenHeads(config, 'd_model', dModel, heads),
      dFf: config.count(`${name}_ffn_dim`, 1536),
      norm: 'layer' as const,
      normEpsilon: 1e-5,
      activation: parts.activationOf(config, 'activation_function', 'gelu'),
      ...parts.biases(true),
      keyBias: false,
    }
  }
  return parts.modelSpec({
    vocab: config.count('vocab_size', 51865),
    dModel,
    maxPositions: config.count('max_target_positions', 448),
    ...stack('decoder'),
    encoder: { ...parts.stackSpec(stack('encoder')), causal: false },
    ...parts.decoderHead(config, true),
  })
}

const AROUND = { padding: 1 }
const HALVED = { padding: 1, stride: 2 }

function signals(parts: FamilyParts, config: ConfigFields, { dModel }: ModelSpec): Signals {
  const mels = config.count('num_mel_bins', 80)
  const tokens = config.count('max_source_positions', 1500)
  const layers = [mels, dModel].map((width, i) => ({
    weight: { tensor: `encoder.conv${i + 1}.weight`, shape: [dModel, width, 3] },
    bias: { tensor: `encoder.conv${i + 1}.bias`, shape: [dModel] },
  }))
  return {
    tables: layers.flatMap(({ weight, bias }): StoredTensor[] => [weight, bias]),
    reader: (table, means) => {
      const kernels = layers.map(({ weight, bias }) => kernelOf(table(weight), table(bias).data))
      // the core adds the embedding of id 0, since both stacks have one table
      const added = means.weights('embedding').slice(0, dModel)
      const rows = (spectrogram: Float32Array) => {
        let x = turned(spectrogram, mels)
        for (const [i, kernel] of kernels.entries()) {
          x = convolved(x, kernel, means, i ? HALVED : AROUND)
          gelu(x)
        }
        return x.data.map((value, i) => value - (added[i % dModel] as number))
      }
      return soundReader(parts, {
        ...{ name: 'inputFeatures', axes: [mels, 2 * tokens], stacks: 'encoderStacks', width: dModel, rows },
        tokens: ([, columns = 0]) => rowsAfter(columns, 3, HALVED),
      })
    },
  }
}

/** [mels, frames] → [frames, mels] */
function turned(data: Float32Array, mels: number): Tensor {
  const count = data.length / mels
  const rows = data.map((_, i) => data[(i % mels) * count + Math.floor(i / mels)] as number)
  return { data: rows, shape: [count, mels] }
}
