// The model of llama-135m.js as a graph of ONNX, as exporters write it: products with [in, out] weights, and onnxruntime's operators for
// grouped-query attention with rotary positions and a cache, and for RMS norm. Logits of the last token only.

import { config } from '../llama-135m.js'
import { transposed } from '../transposed.js'

const { hidden_size: width, num_attention_heads: heads, num_key_value_heads: kvHeads } = config
const { num_hidden_layers: layers, vocab_size: vocab, rms_norm_eps: epsilon } = config
const headDim = width / heads
const contrib = { domain: 'com.microsoft' }

/** @param ops OnnxOps @param weights name → { shape, data } @param {number} positions the longest text */
export function llamaGraph(ops, weights, positions) {
  const norm = (x, name) => {
    const attributes = { axis: -1, epsilon: { float: epsilon } }
    const scale = ops.constant(weights[`${name}.weight`])
    return ops.node('SimplifiedLayerNormalization', [x, scale], x.shape, { attributes })
  }
  const linear = (x, name) => {
    const weight = transposed(weights[`${name}.weight`])
    return ops.node('MatMul', [x, ops.constant(weight)], [...x.shape.slice(0, -1), weight.shape[1]])
  }
  const pointwise = (type, a, b) => ops.node(type, [a, b], a.shape)
  const attention = attentionOf(ops, positions)
  const table = ops.constant(weights['model.embed_tokens.weight'])
  let x = ops.node('Gather', [table, ops.input('ids', [1, 'tokens'], 'int64')], [1, 'tokens', width])
  for (let i = 0; i < layers; i++) {
    const name = `model.layers.${i}`
    const entering = norm(x, `${name}.input_layernorm`)
    const qkv = ['q', 'k', 'v'].map((one) => linear(entering, `${name}.self_attn.${one}_proj`))
    x = pointwise('Add', x, linear(attention(i, qkv), `${name}.self_attn.o_proj`))
    const middle = norm(x, `${name}.post_attention_layernorm`)
    const gate = linear(middle, `${name}.mlp.gate_proj`)
    const silu = pointwise('Mul', gate, ops.node('Sigmoid', [gate], gate.shape))
    const gated = pointwise('Mul', silu, linear(middle, `${name}.mlp.up_proj`))
    x = pointwise('Add', x, linear(gated, `${name}.mlp.down_proj`))
  }
  const bounds = [[-1], [2 ** 31], [1]].map((values) => ops.integers(values))
  const last = ops.node('Slice', [norm(x, 'model.norm'), ...bounds], [1, 1, width])
  const head = transposed(weights['model.embed_tokens.weight'])
  ops.expose(ops.node('MatMul', [last, ops.constant(head)], [1, 1, vocab], { name: 'logits' }))
}

/** Inputs pastKeys0 … and outputs keys0 …, each [1, key heads, tokens, headDim]; `last` and `total` tell the operator how long the text is. */
function attentionOf(ops, positions) {
  const last = ops.input('last', [1], 'int32')
  const total = ops.input('total', [], 'int32')
  const [cosines, sines] = [Math.cos, Math.sin].map((of) => ops.constant(turns(positions, of)))
  const attributes = { num_heads: heads, kv_num_heads: kvHeads, do_rotary: 1, rotary_interleaved: 0 }
  return (layer, [q, k, v]) => {
    const past = ['pastKeys', 'pastValues'].map((name) =>
      ops.input(`${name}${layer}`, [1, kvHeads, 'past', headDim]),
    )
    const inputs = [q, k, v, ...past, last, total, cosines, sines]
    const cache = [1, kvHeads, 'total', headDim]
    const outputs = { [`mixed${layer}`]: q.shape, [`keys${layer}`]: cache, [`values${layer}`]: cache }
    const [mixed, ...fresh] = ops.nodes('GroupQueryAttention', inputs, outputs, { ...contrib, attributes })
    for (const one of fresh) ops.expose(one)
    return mixed
  }
}

function turns(positions, of) {
  const half = headDim / 2
  const angle = (i) => Math.floor(i / half) * config.rope_theta ** (-(i % half) / half)
  return {
    data: Float32Array.from({ length: positions * half }, (_, i) => of(angle(i))),
    shape: [positions, half],
  }
}
