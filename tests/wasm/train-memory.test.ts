// Training where memory does not suffice.

import { afterEach, expect, test, vi } from 'vitest'
import { load, type Trainer, type TrainerBatch, WhereformerError } from 'whereformer'

/** Memories of all instances from here on, in the order in which they are made. */
function watchMemories(): WebAssembly.Memory[] {
  const instantiate = WebAssembly.instantiate as unknown as (
    module: WebAssembly.Module,
    imports: WebAssembly.Imports,
  ) => Promise<WebAssembly.Instance>
  const memories: WebAssembly.Memory[] = []
  const watched = async (module: WebAssembly.Module, imports: WebAssembly.Imports) => {
    const instance = await instantiate(module, imports)
    memories.push(...Object.values(instance.exports).filter((one) => one instanceof WebAssembly.Memory))
    return instance
  }
  vi.spyOn(WebAssembly, 'instantiate').mockImplementation(watched as never)
  return memories
}

/** As if this were its maximum: it cannot grow any more. */
function full(memory: WebAssembly.Memory | undefined): void {
  if (!memory) throw new Error('no memory was seen')
  vi.spyOn(memory, 'grow').mockImplementation(() => {
    throw new RangeError('the maximum is reached')
  })
}

afterEach(() => vi.restoreAllMocks())

const model = { layers: 2, heads: 2, dModel: 32, dFf: 128, vocab: 16, position: { type: 'rope' } } as const
const startTrainer = async (): Promise<Trainer> =>
  (await load()).trainer({ model, optimizer: { learningRate: 3e-3 }, seed: 1 })

function batch(sequences: number, length: number): TrainerBatch {
  const inputIds = Array.from({ length: sequences }, (_, s) =>
    Array.from({ length }, (_, t) => (3 * t + 5 * s) % 16),
  )
  return { inputIds, targets: inputIds }
}

function errorOf(action: () => unknown): WhereformerError {
  try {
    action()
  } catch (error) {
    if (error instanceof WhereformerError) return error
    throw error
  }
  throw new Error('it did not fail')
}

test.each([
  ['a step', (trainer: Trainer) => trainer.step(batch(1, 16384))],
  ['an evaluation', (trainer: Trainer) => trainer.evaluate(batch(1, 16384))],
])('%s that memory does not suffice for changes nothing, and training goes on', async (_, excessive) => {
  const usual = batch(4, 8)
  const undisturbed = await startTrainer()
  const memories = watchMemories()
  const trainer = await startTrainer()
  expect(trainer.step(usual)).toEqual(undisturbed.step(usual))
  const before = trainer.save()
  full(memories.at(-1))
  const error = errorOf(() => excessive(trainer))
  expect(error.code).toBe('ERR_OOM')
  expect(error.message).toMatch(/^out of memory: \d+ bytes could not be allocated$/)
  expect(trainer.steps).toBe(1)
  vi.restoreAllMocks()
  expect(trainer.save()).toEqual(before)
  full(memories.at(-1))
  for (let i = 0; i < 3; ++i) expect(trainer.step(usual)).toEqual(undisturbed.step(usual))
  trainer.dispose()
  undisturbed.dispose()
})
