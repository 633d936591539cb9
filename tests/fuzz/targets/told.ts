// A config.json without model_type beside changed tensors: the family, several by name, or none; never another than that of what is
// unchanged, and the same in every order of the tensors.

import { readFileSync } from 'node:fs'
import type { TensorEntry } from '../../../web/lib/checkpoint/safetensors-header.js'
import { headerLength, readHeader } from '../../../web/lib/checkpoint/safetensors-header.js'
import { atHand } from '../../../web/lib/families/at-hand.js'
import { recipeFor } from '../../../web/lib/families/index.js'
import { toldByTensors } from '../../../web/lib/model/told.js'
import { goldenModel, goldenModels } from '../../support/models.js'
import type { Random } from '../../support/random.js'
import { type Change, changedBy, changesOf } from '../changes.js'
import { type Bench, Fault, type Outcome, refused, type Target } from '../target.js'
import { hostile, type Json, type JsonObject, live, oddNumber } from '../values.js'

export const told: Target = { name: 'told', short: 150, open }

/** Models in one file. */
const MODELS = goldenModels().filter(
  (name) =>
    /^(?:gpt2|bert|t5|bloom|llama|falcon|bart|xlnet|phi|esm)-/.test(name) &&
    goldenModel(name).request.weights instanceof URL,
)

const EDITS = ['drop', 'rename', 'reshape', 'widen', 'add', 'twice'] as const

interface Case {
  model: string
  /** Of the config. */
  changes: Change[]
  /** Of the tensors: what, which of them, and with what. */
  edits: [what: (typeof EDITS)[number], place: number, value: Json][]
  /** The names alone, as an index has them. */
  namesOnly: boolean
  seed: number
}

function make(random: Random): Json {
  const model = random.pick(MODELS)
  const changes =
    random.integer(0, 2) === 0
      ? changesOf(random, documents.get(model)?.config as Json, () => fieldOf(random))
      : []
  const edit = (): Case['edits'][number] => [
    random.pick(EDITS),
    random.integer(0, 1000),
    random.pick<Json>([oddNumber(random), random.pick(NAMES)]),
  ]
  const edits = random.flag() ? Array.from({ length: random.integer(1, 3) }, edit) : []
  return {
    model,
    changes,
    edits,
    namesOnly: random.integer(0, 3) === 0,
    seed: random.integer(1, 1e6),
  } as unknown as Json
}

const NAMES = [
  '',
  'x',
  '__proto__',
  'h.0.attn.bias',
  'model.layers.0.x.weight',
  'lm_head.weight',
  'a.'.repeat(200),
]

function fieldOf(random: Random): Json {
  return random.pick<() => Json>([
    () => oddNumber(random),
    () => random.pick(['gelu', 'relu', 'silu', '', 'x', 'LlamaForCausalLM']),
    () => random.pick<Json>([true, false, null, [], {}, [1]]),
    () => hostile(random),
  ])()
}

const documents = new Map(MODELS.map((name) => [name, documentOf(name)]))

function documentOf(name: string): { type: string; config: JsonObject; entries: TensorEntry[] } {
  const { request } = goldenModel(name)
  const { model_type, architectures: _, ...config } = request.config as JsonObject
  const bytes = new Uint8Array(readFileSync(request.weights as URL))
  const entries = readHeader(bytes.subarray(8, 8 + headerLength(bytes, name)), name)
  return { type: String(model_type), config, entries }
}

async function open(): Promise<Bench> {
  const tell = (config: unknown, tensors: readonly (TensorEntry | string)[]) =>
    toldByTensors(config as object, tensors, atHand)

  /** What is answered, in words: another order has to give the same. */
  async function answer(config: unknown, tensors: readonly (TensorEntry | string)[]): Promise<string> {
    try {
      const found = await tell(config, tensors)
      return found ? String((found.config as JsonObject).model_type) : 'none'
    } catch (error) {
      refused(error)
      return (error as Error).message
    }
  }

  async function run(json: Json): Promise<Outcome> {
    const { model = '', changes = [], edits = [], namesOnly = false, seed = 1 } = json as unknown as Case
    const document = documents.get(model)
    if (!document) return 'refused'
    const { config, type } = document
    const entries = edited(document.entries, edits)
    const tensors = namesOnly ? entries.map(({ name }) => name) : entries
    const given = () => live(changedBy(config, changes))
    const first = await answer(given(), tensors)
    // an answer takes 50 milliseconds
    const second = seed % 8 === 0 ? await answer(given(), turned(tensors, seed)) : first
    if (first !== second) throw new Fault(`${second} in another order, ${first} before`)
    if (changes.length + edits.length === 0 && !namesOnly) await requireRight(config, type, first)
    return KNOWN_TYPE.test(first) ? 'worked' : 'refused'
  }

  /** The family of what nobody changed: that of its config, or one that computes the same. */
  async function requireRight(config: JsonObject, type: string, found: string): Promise<void> {
    if (found.includes('those of several')) {
      if (!new RegExp(`[ ,]${type}(?:,|$)`).test(found)) throw new Fault(`${found}, without ${type}`)
      return
    }
    const recipeBy = async (model_type: string) =>
      JSON.stringify(await recipeFor({ ...config, model_type }, atHand))
    if (found !== 'none' && (await recipeBy(found)) !== (await recipeBy(type)))
      throw new Fault(`${found} for ${type}`)
  }

  const gpt2 = documents.get('gpt2-f32') as NonNullable<ReturnType<typeof documents.get>>
  return {
    make,
    run,
    known: async () => {
      const found = asked++ % OF_KNOWN === 0 ? await answer(gpt2.config, gpt2.entries) : 'gpt2'
      if (found !== 'gpt2') throw new Fault(`the known tensors tell ${found}`)
    },
    live: () => 0,
    close() {},
  }
}

const KNOWN_TYPE = /^(?!none$)[\w-]+$/

/** The known answer is asked for after every so many cases: it takes as long as a case. */
const OF_KNOWN = 16
let asked = 0

function edited(entries: readonly TensorEntry[], edits: Case['edits']): TensorEntry[] {
  const changed = entries.map((entry) => ({ ...entry, shape: [...entry.shape] }))
  for (const [what, place, value] of edits) {
    if (changed.length === 0) break
    const at = place % changed.length
    const entry = changed[at] as TensorEntry & { name: string; shape: number[] }
    if (what === 'drop') changed.splice(at, 1)
    else if (what === 'rename') entry.name = `${value}`
    else if (what === 'reshape') entry.shape[0] = Number(value) || 0
    else if (what === 'widen') entry.shape.push(1)
    else if (what === 'add') changed.push({ ...entry, name: `${entry.name}.${value}` })
    else changed.push({ ...entry })
  }
  return changed
}

/** The same in another order. */
function turned<T>(list: readonly T[], seed: number): T[] {
  const at = seed % Math.max(1, list.length)
  return [...list.slice(at), ...list.slice(0, at)].reverse()
}
