import { defaultDevice, init, nn, numpy as np } from '@jax-js/jax'
import { k, q, shape, v } from './inputs.js'
import { report } from './report.js'

await init('wasm')
defaultDevice('wasm')
const [queries, keys, values] = [q, k, v].map(({ data, shape }) => np.array(data).reshape(shape))
const scores = np.matmul(queries, np.matrixTranspose(keys)).mul(1 / Math.sqrt(shape[2]))
report(await np.matmul(nn.softmax(scores), values).data())
