import { load } from '../../../../dist/web.mjs'
import { k, q, v } from './inputs.js'
import { report } from './report.js'

const wf = await load({ variant: 'relaxed', wasmUrl: '/dist/core-simd.wasm' })
report(wf.attention(q, k, v).output.data)
