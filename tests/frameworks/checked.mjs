// JavaScript that an editor or tsc checks: a constant keeps the texts of its literals, and results have what `return` names.

import { load } from 'whereformer'

const wf = await load()
const x = { data: new Float32Array(2 * 6 * 8).map(Math.random), shape: [2, 6, 8] }

/** @satisfies {import('whereformer').AttentionOptions} */
const options = { position: [{ type: 'rope' }], return: ['weights'] }
console.log(wf.attention(x, x, x, options).weights.shape)

const constant = /** @type {const} */ ({ position: { type: 'alibi' }, return: ['scores'] })
console.log(wf.attention(x, x, x, constant).scores.shape)

const widened = { position: { type: 'alibi' }, return: ['scores'] }
// @ts-expect-error its texts may be any
wf.attention(x, x, x, widened)
