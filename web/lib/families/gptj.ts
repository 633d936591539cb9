// GPT-J: parallel blocks with one norm, interleaved rotary positions on the first channels, and a head with a bias.

import { refuse } from '../boundary/errors.js'
import type { ConfigFields } from './config-fields.js'
import { activationOf, type Family, type ModelSpec, type TensorRule } from './family.js'
import { linear, norm, ownHead, perBlock, rule, without } from './rules.js'
import { biases, decoderHead, evenHeads, modelSpec } from './spec.js'

export const gptj: Family = {
  name: 'gptj',
  modelTypes: ['gptj'],
  rename: without('transformer.'),
  spec,
  tensors: (s) => [
    rule('wte.weight', [s.vocab, s.dModel], 'embedding'),
    ...perBlock(s, (i) => block(s, i)),
    ...norm('ln_f', 'finalNorm', s.dModel),
    ...ownHead(s),
    ...(s.headBias ? [rule('lm_head.bias', [s.vocab], 'head.bias')] : []),
  ],
  irrelevant: ['n_ctx'],
  fixed: { rotary: [true], scale_attn_weights: [true] },
}

function spec(config: ConfigFields): ModelSpec {
  const dModel = config.count('n_embd', 4096)
  const heads = config.count('n_head', 16)
  if (config.names('rotary_dim') && !config.has('rotary_dim')) {
    throw refuse('ERR_UNSUPPORTED', config.path('rotary_dim'), 'null', 'how many channels are rotated')
  }
  const head = decoderHead(config, false)
  return modelSpec({
    vocab: config.count('vocab_size', 50400),
    dModel,
    layers: config.count('n_layer', 28),
    heads,
    headDim: evenHeads(config, 'n_embd', dModel, heads),
    dFf: config.count('n_inner', 4 * dModel),
    maxPositions: config.count('n_positions', 2048),
    norm: 'layer',
    normEpsilon: config.number('layer_norm_epsilon', 1e-5),
    parallel: true,
    sharedNorm: true,
    activation: activationOf(config, 'activation_function', 'gelu_new'),
    ...biases(false, true),
    ...head,
    headBias: head.head === 'lm',
  })
}

function block(s: ModelSpec, i: number): TensorRule[] {
  const [from, to, width] = [`h.${i}.`, `layers.${i}.`, s.dModel]
  const names = { q_proj: 'query', k_proj: 'key', v_proj: 'value', out_proj: 'output' }
  return [
    ...norm(`${from}ln_1`, `${to}norm1`, width),
    ...Object.entries(names).flatMap(([name, ours]) =>
      linear(`${from}attn.${name}`, to + ours, { out: width, width, bias: false }),
    ),
    ...linear(`${from}mlp.fc_in`, `${to}mlp.up`, { out: s.dFf, width }),
    ...linear(`${from}mlp.fc_out`, `${to}mlp.down`, { out: width, width: s.dFf }),
  ]
}
