import * as ort from 'onnxruntime-web/wasm'
import { attentionGraph } from '../graphs/attention.js'
import { OnnxOps } from '../ops/onnx.js'
import { k, q, shape, v } from './inputs.js'
import { report } from './report.js'

ort.env.wasm.numThreads = 1
ort.env.wasm.wasmPaths = '/tests/bench/node_modules/onnxruntime-web/dist/'
const ops = new OnnxOps()
const inputs = { q, k, v }
const values = Object.fromEntries(Object.entries(inputs).map(([name, x]) => [name, ops.input(name, x.shape)]))
ops.output('y', attentionGraph(ops, { ...values, scale: 1 / Math.sqrt(shape[2]) }))
const session = await ort.InferenceSession.create(ops.bytes())
const tensors = Object.entries(inputs).map(([name, x]) => [name, new ort.Tensor('float32', x.data, x.shape)])
report((await session.run(Object.fromEntries(tensors))).y.data)
