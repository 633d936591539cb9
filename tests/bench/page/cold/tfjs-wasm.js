import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import * as tf from '@tensorflow/tfjs-core'
import { attentionGraph } from '../graphs/attention.js'
import { tfjsOps } from '../ops/tfjs.js'
import { k, q, shape, v } from './inputs.js'
import { report } from './report.js'

setWasmPaths('/tests/bench/node_modules/@tensorflow/tfjs-backend-wasm/dist/')
setThreadsCount(1)
await tf.setBackend('wasm')
const [queries, keys, values] = [q, k, v].map(tfjsOps.constant)
report(attentionGraph(tfjsOps, { q: queries, k: keys, v: values, scale: 1 / Math.sqrt(shape[2]) }).dataSync())
