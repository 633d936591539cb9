// Ours: wf.trainer(), in a page like any user's.

import { optimizer } from './optimizer.js'
import { vocab } from './problem.js'

/** @returns {{ weights: Record<string, { data: Float32Array, shape: number[] }>, step: () => number, dispose: () => void }} */
export async function ownTrainer(wf, size, ids) {
  const { beta1, beta2, ...own } = optimizer
  const biases = { queryBias: true, keyBias: true, valueBias: true, outputBias: true, mlpBias: true }
  const trainer = await wf.trainer({
    model: {
      ...{ layers: size.layers, heads: size.heads, dModel: size.width, dFf: 4 * size.width, vocab },
      ...{ ...biases, norm: 'layer', activation: 'gelu_tanh', gated: false, tieHead: true },
      ...{ length: size.length, position: [{ type: 'learned' }] },
    },
    optimizer: { ...own, betas: [beta1, beta2] },
    seed: 1,
  })
  return {
    weights: tensorsOf(trainer.save()['model.safetensors']),
    step: () => trainer.step({ inputIds: ids, targets: ids }).loss,
    dispose: () => trainer.dispose(),
  }
}

/** Of a file of F32 tensors. */
function tensorsOf(bytes) {
  const { buffer, byteOffset } = bytes
  const length = Number(new DataView(buffer, byteOffset).getBigUint64(0, true))
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)))
  delete header.__metadata__
  return Object.fromEntries(
    Object.entries(header).map(
      ([
        name,
        {
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        const data = new Float32Array(bytes.slice(8 + length + from, 8 + length + to).buffer)
        return [name.replace(/^transformer\./, ''), { data, shape }]
      },
    ),
  )
}
