import { loadAndCompile, loadLiteRt, Tensor } from '@litertjs/core'
import { attentionGraph } from '../graphs/attention.js'
import { TfliteOps } from '../ops/tflite.js'
import { k, q, shape, v } from './inputs.js'
import { report } from './report.js'

const ops = new TfliteOps()
const [queries, keys, values] = [q, k, v].map((x, i) => ops.input(`x${i}`, x.shape))
ops.output('y', attentionGraph(ops, { q: queries, k: keys, v: values, scale: 1 / Math.sqrt(shape[2]) }))
await loadLiteRt('/tests/bench/node_modules/@litertjs/core/wasm/')
const model = await loadAndCompile(ops.bytes(), { accelerator: 'wasm' })
const [output] = await model.run([q, k, v].map(({ data, shape }) => new Tensor(data, shape)))
report(output.toTypedArray())
