// The metadata of a GGUF file that are in a tokenizer_config.json: chat templates, and the texts of the tokens that templates write.

import type { Metadata } from './metadata.js'

const TEMPLATE = 'tokenizer.chat_template'

/** llama.cpp's names of special tokens, where they are not those of transformers. */
const NAMES = { bos: 'bos', eos: 'eos', unknown: 'unk', padding: 'pad' }

/** Values are as the file has them; what renders a template checks it. */
export function tokenizerConfigIn(metadata: Metadata): object {
  const templates = [...metadata].flatMap(([key, template]) => {
    if (key === TEMPLATE) return [{ name: 'default', template }]
    return key.startsWith(`${TEMPLATE}.`) ? [{ name: key.slice(TEMPLATE.length + 1), template }] : []
  })
  const tokens = metadata.get('tokenizer.ggml.tokens')
  const named = Object.entries(NAMES).map(([name, token]) => {
    const id = metadata.get(`tokenizer.ggml.${name}_token_id`)
    return [`${token}_token`, Array.isArray(tokens) && typeof id === 'number' ? tokens[id] : undefined]
  })
  return { ...Object.fromEntries(named), ...(templates.length > 0 && { chat_template: templates }) }
}
