// What <wf-train> trains, without a document: sessions, answers, curves, the bias that is learned.

import { readFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { answersOf } from '../../web/elements/figures/train/answers.js'
import { History } from '../../web/elements/figures/train/history.js'
import { biasByDistance, LESSONS } from '../../web/elements/figures/train/learned-bias.js'
import { tableSizes, type Wanted } from '../../web/elements/figures/train/learner.js'
import type { TrainerSource } from '../../web/elements/figures/train/live-trainer.js'
import { Session } from '../../web/elements/figures/train/session.js'
import { setupOf } from '../../web/elements/figures/train/setups.js'
import { ENCODINGS, TASKS } from '../../web/elements/figures/train/train-fields.js'
import { ownEncoding } from '../../web/elements/parts/formula/own-encoding.js'
import { batch } from '../../web/lab/batch.js'
import { presetNames } from '../../web/lab/encodings.js'
import { tasks } from '../../web/lab/tasks/tasks.js'
import { useLibrary } from '../support/library.js'

const library = useLibrary()
const source = () => library.wf as unknown as TrainerSource
const FIRST = { layer: 0, head: 0 }

const opened: Session[] = []
async function open(wanted: Partial<Wanted>): Promise<Session> {
  const usual: Wanted = { task: 'copy', encodings: ['rope'], seed: 1, learningRate: 0.005 }
  const session = await Session.open(source(), { ...usual, ...wanted })
  opened.push(session)
  return session
}
afterEach(async () => {
  for (const session of opened.splice(0)) session.close()
  await new Promise((resolve) => setTimeout(resolve))
})

async function train(session: Session, steps: number): Promise<void> {
  for (let i = 0; i < steps; i++) await session.step()
}

test('the encodings are the presets of the lab, and each says what it learns', () => {
  expect([...ENCODINGS]).toEqual(presetNames)
  expect(Object.keys(LESSONS)).toEqual([...ENCODINGS])
})

test.each(TASKS)('%s: every sequence has the length of the task', (name) => {
  const { task, length } = setupOf(name)
  const { inputIds } = batch(task, { length, count: 4 })
  expect(inputIds.shape[1]).toBe(task.tokens(length))
})

test.each(ENCODINGS)('%s learns something in 60 steps, from finite numbers', async (name) => {
  const session = await open({ encodings: [name] })
  await session.look(FIRST)
  await train(session, 60)
  const { runs, step, steps } = await session.look({ layer: 1, head: 3 })
  const [run] = runs
  expect([step, steps]).toEqual([60, [0, 60]])
  expect(run?.curve.loss[1]).toBeLessThan((run?.curve.loss[0] ?? Number.NaN) - 0.15)
  const { data, rows, columns } = run?.attention ?? { data: new Float32Array(0), rows: 0, columns: 1 }
  for (let row = 0; row < rows; row++) {
    const sum = data.slice(row * columns, (row + 1) * columns).reduce((a, b) => a + b, 0)
    expect(sum).toBeCloseTo(1, 5)
  }
  expect(run?.bias.length).toBe(LESSONS[name] === 'learned' || LESSONS[name] === 'fixed' ? 4 : 0)
})

test('with RoPE eight letters are copied within 120 steps', async () => {
  const session = await open({})
  await train(session, 120)
  const { runs } = await session.look(FIRST)
  expect(runs[0]?.curve.exactMatch.at(-1)).toBeGreaterThan(0.9)
  for (const { right, asked } of runs[0]?.answers ?? []) expect(right).toBeGreaterThan(asked - 2)
})

test('the article’s table of steps is what training gives, as far as its first row', async () => {
  const file = new URL('../../web/elements/figures/train/training-steps.json', import.meta.url)
  const { steps, own, wanted, every, task, seed, learningRate } = JSON.parse(readFileSync(file, 'utf8'))
  const fewest = Math.min(...Object.values<number | null>(steps).map((count) => count ?? Infinity))
  for (const [name, count] of Object.entries(steps)) {
    const session = await open({ encodings: [name as Wanted['encodings'][number]], task, seed, learningRate })
    for (let at = every; at <= fewest; at += every) {
      await train(session, every)
      const { runs } = await session.look(FIRST)
      expect((runs[0]?.curve.exactMatch.at(-1) ?? Number.NaN) >= wanted, `${name}, ${at}`).toBe(at === count)
    }
  }
  const asked = { bias: own.bias, frequencies: '', position: undefined }
  const { position } = await ownEncoding(library.wf, asked, () => tableSizes(task))
  const session = await open({
    encodings: ['custom'],
    own: { position } as Wanted['own'],
    task,
    seed,
    learningRate,
  })
  for (let at = every; at <= own.steps; at += every) {
    await train(session, every)
    const { runs } = await session.look(FIRST)
    expect((runs[0]?.curve.exactMatch.at(-1) ?? Number.NaN) >= wanted, `${own.bias}, ${at}`).toBe(
      at === own.steps,
    )
  }
})

test('both encodings see the same sequences: one beside itself would give the same numbers', async () => {
  const [pair, alone] = [await open({ encodings: ['alibi', 'rope'] }), await open({})]
  await train(pair, 5)
  await train(alone, 5)
  const [beside, by] = [(await pair.look(FIRST)).runs[1], (await alone.look(FIRST)).runs[0]]
  expect(beside?.curve).toEqual(by?.curve)
  expect(beside?.attention).toEqual(by?.attention)
})

test('the bias of ALiBi is a slope for each head and is not learned; that of T5 is learned', async () => {
  const session = await open({ encodings: ['alibi', 't5'] })
  const before = (await session.look(FIRST)).runs
  await train(session, 5)
  const after = (await session.look(FIRST)).runs
  for (const [head, line] of (before[0]?.bias ?? []).entries()) {
    expect(line).toHaveLength(32)
    for (const [distance, value] of line.entries()) {
      const expected = -distance * 2 ** (-2 * (head + 1))
      expect(Math.abs(value - expected)).toBeLessThan(1e-5)
      expect(Math.abs((after[0]?.bias[head]?.[distance] ?? Number.NaN) - expected)).toBeLessThan(1e-5)
    }
  }
  expect(after[1]?.bias).not.toEqual(before[1]?.bias)
})

test('the bias that is drawn is the table that training changes', async () => {
  const trainer = await library.wf.trainer({
    model: {
      layers: 1,
      heads: 2,
      dModel: 16,
      vocab: 5,
      position: [{ type: 't5', bidirectional: false, scores: 'scaled' }],
    },
    optimizer: { learningRate: 0.01 },
    seed: 3,
  })
  for (let i = 0; i < 3; i++) {
    const ids = { data: Int32Array.from([0, 1, 2, 3, 4, 0, 1, 2]), shape: [1, 8] as [number, number] }
    trainer.step({ inputIds: ids, targets: ids })
  }
  const found = await biasByDistance(trainer as never, 12)
  const { data } = library.wf.bias(trainer.model.position as never, {
    heads: 2,
    dim: 8,
    queries: 12,
    keys: 12,
  })
  for (const [head, line] of found.entries()) {
    for (const [distance, value] of line.entries()) {
      expect(Math.abs(value - (data[(head * 12 + 11) * 12 + 11 - distance] ?? Number.NaN))).toBeLessThan(1e-5)
    }
  }
  trainer.dispose()
})

test('a step whose loss is no number is reported with its number, and is not counted', async () => {
  const session = await open({ learningRate: 1e10 })
  let done = 0
  while (!session.halted && done < 50) {
    await session.step()
    done += 1
  }
  const { halt, step } = await session.look(FIRST)
  expect(halt).toMatchObject({ name: 'rope', step: done })
  expect(halt?.message).toMatch(/NaN|inf/i)
  expect(step).toBe(done - 1)
})

test('only a model with RoPE has the shape of LLaMA; every model is saved with three files', async () => {
  for (const name of ['rope', 'alibi', 'fire'] as const) {
    const session = await open({ encodings: [name] })
    const files = await session.save(0)
    expect(Object.keys(files)).toEqual(['config.json', 'model.safetensors', 'optimizer.safetensors'])
    const config = JSON.parse(new TextDecoder().decode(files['config.json'])) as { model_type: string }
    expect(config.model_type === 'llama', name).toBe(name === 'rope')
  }
})

test('a closed session frees its models, also while a step is under way, and refuses the rest', async () => {
  const session = await open({ encodings: ['rope', 'alibi'] })
  const under = session.step().catch(() => {})
  session.close()
  await under
  await expect(session.step()).rejects.toThrow()
})

test('answers: what the model says stands beside what is right, for the answer alone', () => {
  const task = tasks.copy({ symbols: 3 })
  const sequences = batch(task, { length: 2, count: 2, seed: 1 })
  const said = sequences.targets.data.map((target) => Math.max(0, target))
  const [first] = answersOf(sequences, said, task.vocabulary, 1)
  expect(first).toMatchObject({ right: 2, asked: 2 })
  expect(first?.tokens.map(({ said }) => said === undefined)).toEqual([true, true, true, false, false])
  said[2] = task.vocabulary.indexOf('=')
  const [wrong] = answersOf(sequences, said, task.vocabulary, 1)
  expect(wrong).toMatchObject({ right: 1, asked: 2 })
  expect(wrong?.tokens[3]).toEqual({ token: first?.tokens[3]?.token, said: '=' })
})

test('a long history stays short, in order, and keeps its start and its end', () => {
  const history = new History()
  for (let step = 0; step <= 5000; step++) {
    history.add(step, [{ loss: step, accuracy: 0, exactMatch: 0 }])
    history.add(step, [{ loss: -step, accuracy: 0, exactMatch: 0 }]) // measured again
  }
  const { steps } = history
  expect(steps.length).toBeLessThanOrEqual(501)
  expect([steps[0], steps.at(-1)]).toEqual([0, 5000])
  expect([...steps].sort((a, b) => a - b)).toEqual(steps)
  expect(history.curveOf(0).loss).toEqual(steps.map((step) => -step))
})
