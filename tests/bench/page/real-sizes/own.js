// The package: prefill is generate() until its first token, decoding the time between tokens; what it says is read from forward().

import { load } from '/dist/web.mjs'
import { checkpoint, config } from '../llama-135m.js'
import { logProbabilities } from './said.js'

/** @param {'simd' | 'relaxed'} variant @param {'F32' | 'F16' | 'q8'} type of the weights */
export async function openOwn(variant, type, threads = 1) {
  const wf = await load(threads > 1 ? { variant, threads } : { variant })
  const weights = checkpoint(type === 'F16' ? 'F16' : 'F32')
  const model = await wf.loadModel({ config, weights }, { weights: type === 'q8' ? 'q8' : 'stored' })
  return new OwnModel(`whereformer ${variant}`, model)
}

class OwnModel {
  own = true

  constructor(name, model) {
    this.name = name
    this.model = model
  }

  async generate(ids, count, onToken) {
    const options = { maxNewTokens: count, temperature: 0, eosTokenId: [], onToken }
    return (await this.model.generate(ids, options)).slice(ids.length)
  }

  async say(ids, count) {
    const made = await this.generate(ids, count)
    const { data } = this.model.forward({ inputIds: [...ids, ...made.slice(0, -1)] }).logits
    return made.map((id, i) => {
      const row = (ids.length - 1 + i) * config.vocab_size
      const said = logProbabilities(data.subarray(row, row + config.vocab_size))
      if (said.id !== id) throw new Error(`generate() says ${id} where forward() says ${said.id}`)
      return said
    })
  }

  dispose() {
    this.model.dispose()
  }
}
