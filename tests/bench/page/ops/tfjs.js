// TensorFlow.js computes at once: values are its tensors. Batched products go head by head, since its batched matMul is a scalar loop.

import * as tf from '@tensorflow/tfjs-core'

export const tfjsOps = {
  constant: ({ data, shape }) => tf.tensor(data, shape, data instanceof Int32Array ? 'int32' : 'float32'),

  matmul(a, b, { transposeB = false, scale = 1 } = {}) {
    const product = a.rank === 2 ? tf.matMul(a, b, false, transposeB) : byHead(a, b, transposeB)
    return scale === 1 ? product : tf.mul(product, scale)
  },

  weight: ({ data, shape }) => tf.tensor(data, shape),
  linear: (x, weight, bias) => tf.fused.matMul({ a: x, b: weight, bias }),
  add: (a, b) => tf.add(a, b),
  sub: (a, b) => tf.sub(a, b),
  mul: (a, b) => tf.mul(a, b),
  softmax: (x) => tf.softmax(x),

  layerNorm(x, weight, bias, epsilon) {
    const { mean, variance } = tf.moments(x, -1, true)
    const inverse = tf.rsqrt(tf.add(variance, epsilon))
    return tf.add(tf.mul(tf.mul(tf.sub(x, mean), inverse), weight), bias)
  },

  /** tanh approximation */
  gelu(x) {
    const cubic = tf.mul(tf.mul(x, x), tf.mul(x, 0.044715))
    const inner = tf.mul(tf.add(x, cubic), Math.sqrt(2 / Math.PI))
    return tf.mul(tf.mul(x, 0.5), tf.add(tf.tanh(inner), 1))
  },

  gather: (table, ids) => tf.gather(table, ids),
  reshape: (x, shape) => tf.reshape(x, shape),
  transpose: (x, order) => tf.transpose(x, order),

  slice(x, axis, from, to) {
    const begin = x.shape.map((_, i) => (i === axis ? from : 0))
    return tf.slice(
      x,
      begin,
      x.shape.map((n, i) => (i === axis ? to - from : n)),
    )
  },

  concat: (parts, axis) => tf.concat(parts, axis),
}

function byHead(a, b, transposeB) {
  const [left, right] = [tf.unstack(a), tf.unstack(b)]
  return tf.stack(left.map((head, h) => tf.matMul(head, right[h], false, transposeB)))
}
