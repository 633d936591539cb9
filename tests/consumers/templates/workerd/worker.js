import { load } from 'whereformer'
import wasmModule from 'whereformer/core-simd.wasm'
import { use } from './use.js'

export default {
  fetch: async () => new Response(await use(await load({ wasmModule }))),
}
