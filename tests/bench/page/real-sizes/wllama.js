// wllama: llama.cpp in a worker of its own, on the processor only. Prompts are texts of the names of tokens, and nothing is kept from one text to the next.

import { Wllama } from '@wllama/wllama'
import { textOf } from '../token-ids.js'
import { llamaGguf } from './gguf.js'
import { llamaWeights } from './weights.js'

const PROBABILITIES = 64 // how many of the likeliest tokens it tells of

/** @param {'F16' | 'q8'} type of the weights */
export async function openWllama(type, threads) {
  const file = llamaGguf(llamaWeights(), type === 'q8' ? 'Q8_0' : 'F16')
  const wasm = '/tests/bench/node_modules/@wllama/wllama/esm/wasm/wllama.wasm'
  const logger = { debug() {}, log() {}, warn() {}, error: console.error }
  const engine = new Wllama(
    { default: new URL(wasm, location.href).href },
    { suppressNativeLog: true, logger },
  )
  const sizes = { n_ctx: 2048, n_parallel: 1, n_threads: threads, n_gpu_layers: 0 }
  await engine.loadModel([new Blob([file])], sizes)
  return new WllamaModel(engine)
}

class WllamaModel {
  name = 'wllama'

  constructor(engine) {
    this.engine = engine
  }

  async generate(ids, count, onToken = () => {}) {
    const onData = ({ choices: [choice] }) => choice.finish_reason ?? onToken()
    await this.engine.createCompletion({ ...options(ids, count), stream: true, onData })
  }

  async say(ids, count) {
    const asked = { ...options(ids, count), n_probs: PROBABILITIES }
    const { choices, usage } = await this.engine.createCompletion(asked)
    if (usage.prompt_tokens !== ids.length)
      throw new Error(`${usage.prompt_tokens} tokens were read, not ${ids.length}`)
    return choices[0].logprobs.content.map(({ id, top_logprobs: top }) => {
      return { id, of: new Map(top.map(({ id, logprob }) => [id, logprob])) }
    })
  }

  dispose() {
    return this.engine.exit()
  }
}

function options(ids, count) {
  const prompt = Array.from(ids, textOf).join('')
  return { prompt, max_tokens: count, temperature: 0, ignore_eos: true, cache_prompt: false }
}
