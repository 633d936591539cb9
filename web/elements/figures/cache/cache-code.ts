// The same done to the library's own cache, as JavaScript.

import type { CacheDrawing } from './cache-drawing.js'
import type { CacheState } from './cache-fields.js'
import { planOf } from './cache-plan.js'

const FOLDERS = { rope: 'small-rope', alibi: 'alibi', learned: 'small-learned' } as const

export function cacheCode(state: CacheState, { prepared, encoding, layer, head }: CacheDrawing): string {
  const letters = prepared.characters
  const plan = planOf({ ...state, keys: 'positioned' }, letters.length)
  const { stored, used } = plan.yields
  const pads = plan.pads - (stored.length - letters.length)
  const positions = [...Array<number>(pads).fill(0), ...stored.slice(0, -1)]
  const hidden = (i: number) => (plan.seen ? false : i < plan.pads)
  const read = [...positions, 0].map((_, i) => (hidden(i) ? 0 : 1))
  const seen = read.map((flag, i) => (i < plan.evicted ? 0 : flag))
  const text = JSON.stringify('\n'.repeat(plan.pads) + letters.join(''))
  return `import { load } from 'whereformer'

const wf = await load()
const folder = 'models/tiny-shakespeare-${FOLDERS[encoding]}/'
const json = async (name = '') => (await fetch(folder + name)).json()
const model = await wf.loadModel({
  config: await json('config.json'),
  tokenizer: await json('tokenizer.json'),
  weights: \`\${folder}model.safetensors\`,
})
const ids = model.encode(${text})
const past = model.cache({ capacity: 32 })
model.forward({
  inputIds: ids.slice(0, -1),
  positionIds: [${positions.join(', ')}],
  attentionMask: [${read.slice(0, -1).join(', ')}],
  past,
})
// the next letter, at position ${used.at(-1)}; unlike the figure, its query has passed through all layers before
const { attentions } = model.forward(
  {
    inputIds: ids.slice(-1),
    positionIds: [${used.at(-1)}],
    attentionMask: [${seen.join(', ')}],
    past,
  },
  { return: ['attentions'] },
)
const { data, shape } = attentions[${layer}] ?? attentions[0]
const keys = shape[2] ?? 0
console.log(data.slice(${head} * keys, ${head + 1} * keys)) // layer ${layer + 1}, head ${head + 1}
`
}
