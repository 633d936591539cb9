import { type AttentionOptions, load } from 'whereformer'
import { use } from './use.js'

const wf = await load()
const x = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }
const options = { position: [{ type: 'rope' }], return: ['weights'] } satisfies AttentionOptions
const { weights } = wf.attention(x, x, x, options)
if (weights.shape.join() !== '1,2,2') throw new Error(`weights of shape ${weights.shape}`)
console.log(await use(wf))
