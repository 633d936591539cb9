// config.json files with changed fields, over the weights that belong to them: refused, or a model whose logits are finite.

import type { LoadModelRequest } from 'whereformer'
import { positionFromConfig } from 'whereformer'
import { atHand } from '../../../web/lib/families/at-hand.js'
import { recipeFor } from '../../../web/lib/families/index.js'
import { requireMemory } from '../../../web/lib/families/memory.js'
import { bytesOf, goldenModel, goldenModels } from '../../support/models.js'
import { publishedConfigs } from '../../support/published-configs.js'
import type { Random } from '../../support/random.js'
import { type Change, changedBy, changesOf } from '../changes.js'
import { attempt, type Bench, type Outcome, refused, type Target } from '../target.js'
import { type Json, live, oddNumber } from '../values.js'
import { requireFinite, withKnown } from './known.js'

export const config: Target = { name: 'config', short: 1000, open }

const single = goldenModels()
  .map(goldenModel)
  .filter(({ request }) => request.weights instanceof URL)
const models = new Map(
  single.map((folder) => [folder.name, { config: folder.request.config as Json, bytes: bytesOf(folder) }]),
)
const small = [...models.keys()].filter((name) => (models.get(name)?.bytes.length ?? 0) < 400_000)
const published = publishedConfigs as unknown as Readonly<Record<string, Json>>

interface Case {
  /** A model of the golden data, or a published config without weights. */
  model: string
  changes: Change[]
}

function make(random: Random): Json {
  const model = random.flag() ? random.pick(small) : random.pick(Object.keys(published))
  const changes = changesOf(random, originalOf(model) as Json, (key) => fieldOf(random, key))
  return { model, changes } as unknown as Json
}

function originalOf(model: string): Json | undefined {
  return Object.hasOwn(published, model) ? published[model] : models.get(model)?.config
}

const NAMES = [
  'gpt2',
  'llama',
  'bert',
  't5',
  'whereformer',
  'x',
  '',
  'gelu',
  'relu',
  'silu',
  'linear',
  'yarn',
]

// Fields that scale numbers stay small, so that what is not finite is a fault.
function fieldOf(random: Random, key: string): Json {
  return random.pick<() => Json>([
    () => oddNumber(random),
    () => random.pick([0, 1, 2, 4, 8]),
    () => random.pick(NAMES),
    () => random.pick([true, false, null]),
    () => random.pick<Json>([[], {}, [1], [[1]], { type: 'x' }, [oddNumber(random)], { [key]: 1 }]),
    () => ({ rope_type: random.pick(['linear', 'dynamic', 'yarn', 'longrope', 'llama3']), factor: 2 }),
  ])()
}

async function open(): Promise<Bench> {
  const { wf, known } = await withKnown()

  async function run(value: Json): Promise<Outcome> {
    const { model = '', changes = [] } = value as unknown as Case
    const original = originalOf(model)
    if (original === undefined) return 'refused'
    const changed = live(changedBy(original, changes)) as object
    const recipe = await recipeFor(changed, atHand).catch((error) => void refused(error))
    const read = recipe ? attempt(() => requireMemory(recipe)) : 'refused'
    attempt(() => positionFromConfig(changed))
    const weights = models.get(model)?.bytes
    if (!weights || read === 'refused') return read
    return compute({ config: changed, weights })
  }

  async function compute(request: LoadModelRequest): Promise<Outcome> {
    const model = await wf.loadModel(request).catch((error) => void refused(error))
    if (!model) return 'refused'
    try {
      const second = model.spec.encoder ? { decoderInputIds: [0, 1] } : {}
      const { logits } = model.forward({ inputIds: [1, 2, 3], ...second })
      requireFinite(logits.data, 'logits')
      return 'worked'
    } catch (error) {
      return refused(error)
    } finally {
      model.dispose()
    }
  }

  return { make, run, known, live: () => wf.liveHandles(), close() {} }
}
