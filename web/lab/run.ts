// One run: one task, one encoding, one seed. Trains, reports, tests at other lengths, and can be stopped and resumed at any step.

import { messageOf, refuse, throwIfAborted } from '../lib/boundary/errors.js'
import { EventLoop } from '../lib/boundary/event-loop.js'
import { Pcg32 } from '../lib/boundary/pcg32.js'
import { type Batch, countedIn, drawBatch } from './batch.js'
import { drawPositions } from './drawn-positions.js'
import { positionsFor } from './filled-tables.js'
import { hasSettled } from './patience.js'
import { extentOf, keyOf, type RunPlan } from './plan.js'
import { positionAt, remedied } from './remedies.js'
import type { LengthScore, RemedyResult, RunReport } from './run-report.js'
import type { LastSteps, RunState } from './run-state.js'
import { requireSameRun } from './same-run.js'
import { decodeState, encodeState } from './state.js'
import { STREAMS } from './streams.js'
import type { Task } from './tasks/task.js'
import { taskOf } from './tasks/tasks.js'
import { buildOf, type Trainer, type TrainerBatch, type TrainerLibrary } from './trainer.js'

type Evaluator = Pick<Trainer, 'evaluate'>
type Score = Pick<LengthScore, 'loss' | 'lossError' | 'accuracy' | 'exactMatch'>

export interface RunHooks {
  trainers: TrainerLibrary
  report: (report: RunReport) => void
  signal?: AbortSignal
  /** The state to go on from, bytes that `keep` received. */
  state?: Uint8Array
  /** Receives the state every `keepEvery` milliseconds (4000), when the run is stopped, and when it is finished. */
  keep?: (state: Uint8Array) => void
  keepEvery?: number
  /** Receives warnings about what the run survives. */
  warn?: (message: string) => void
}

const TEST_SEED = 0
const VALIDATION_COUNT = 64
const KEEP_EVERY = 4000 // ms

/** The most sequences that are evaluated in one call, so that a stop is answered soon. */
const CHUNK = 32

/** Does a run to its end, or rejects with ERR_ABORTED or what the trainer threw; in both cases the last good state is kept. */
export async function run(plan: RunPlan, hooks: RunHooks): Promise<void> {
  throwIfAborted(hooks.signal)
  const key = keyOf(plan)
  const recalled =
    hooks.state &&
    (await usable(() => ofThisBuild(decodeState(hooks.state as Uint8Array, plan), hooks.trainers), hooks))
  if (recalled && !recalled.files) {
    for (const report of recalled.reports) hooks.report(report) // finished before
    return
  }
  const task = taskOf(plan.task)
  const { range, positions } = extentOf(plan, task)
  const { trainer, state } = await trainerFor(
    plan,
    { vocab: task.vocabulary.length, length: positions },
    hooks,
    recalled,
  )
  for (const report of state?.reports ?? []) hooks.report(report)
  try {
    await new Run({ plan, task, trainer, key, range, hooks }, state).toTheEnd()
  } finally {
    trainer.dispose()
  }
}

/** Reads a state; one that cannot be used is a warning, and the run starts from its beginning. */
async function usable<T>(read: () => T | Promise<T>, { warn }: RunHooks): Promise<T | undefined> {
  try {
    return await read()
  } catch (cause) {
    warn?.(`what is stored cannot be used (${messageOf(cause)}); the run starts from its beginning`)
    return undefined
  }
}

/** Refuses the state of another build: a run of which two builds made a part would be a run of neither. */
function ofThisBuild(state: RunState, trainers: TrainerLibrary): RunState {
  const build = buildOf(trainers)
  if (state.build === build) return state
  throw refuse('ERR_VALUE', 'state', `the work of another build, ${state.build}`, build)
}

/** The trainer of a run: resumed from a state, or new. */
async function trainerFor(
  plan: RunPlan,
  sizes: { vocab: number; length: number },
  hooks: RunHooks,
  state: RunState | undefined,
): Promise<{ trainer: Trainer; state?: RunState }> {
  const { trainers } = hooks
  const position = positionsFor(plan.encoding, taskOf(plan.task).tokens(plan.trainLength))
  const begin = () =>
    trainers.trainer({
      model: { ...plan.model, ...sizes, position },
      optimizer: { ...plan.optimizer, steps: plan.steps },
      seed: plan.seed,
    })
  const fresh = await begin()
  const files = state?.files
  if (!state || !files) return { trainer: fresh }
  const same = await usable(() => {
    requireSameRun(fresh.save(), files, state.step)
    return true
  }, hooks)
  if (!same) return { trainer: fresh }
  fresh.dispose()
  const trainer = await usable(() => trainers.resumeTrainer(files), hooks)
  return trainer ? { trainer, state } : { trainer: await begin() }
}

interface Parts {
  plan: RunPlan
  task: Task
  trainer: Trainer
  key: string
  /** The end of the positions. */
  range: number
  hooks: RunHooks
}

class Run {
  readonly #parts: Parts
  readonly #loop = new EventLoop()
  readonly #lengths: readonly number[]
  readonly #reports: RunReport[]
  #validation: TrainerBatch[] | undefined
  #sequences: Pcg32
  #positions: Pcg32
  #step: number
  #last: LastSteps
  #keptAt = performance.now()

  constructor(parts: Parts, state: RunState | undefined) {
    const { plan } = parts
    this.#parts = parts
    const { shortestTrainLength: shortest, trainLength } = plan
    this.#lengths = Array.from({ length: trainLength - shortest + 1 }, (_, i) => shortest + i)
    this.#sequences = state ? Pcg32.from(state.random.sequences) : new Pcg32(plan.seed, STREAMS.sequences)
    this.#positions = state ? Pcg32.from(state.random.positions) : new Pcg32(plan.seed, STREAMS.positions)
    this.#reports = [...(state?.reports ?? [])]
    this.#last = state?.last ?? { losses: [], gradientNorm: 0, learningRate: 0 }
    this.#step = state?.step ?? 0
  }

  /** Trains and tests to the end. Between two steps everything that is due can be found again from the state. */
  async toTheEnd(): Promise<void> {
    const { plan, hooks } = this.#parts
    try {
      for (;;) {
        if (this.#isDue('step', plan.reportEvery)) await this.#reportStep()
        if (this.#isDue('test', plan.testEvery)) await this.#reportTest()
        if (this.#isAtEnd()) break
        await this.#breathe()
        this.#oneStep()
        if (performance.now() - this.#keptAt >= (hooks.keepEvery ?? KEEP_EVERY)) this.#keep()
      }
    } catch (cause) {
      this.#keepIfItCan()
      throw cause
    }
    hooks.keep?.(this.#encoded({}))
  }

  /** Does one step; if the trainer refuses it, neither the trainer nor this changes. */
  #oneStep(): void {
    const { plan, task, trainer } = this.#parts
    const sequences = Pcg32.from(this.#sequences.state)
    const positions = Pcg32.from(this.#positions.state)
    const batch = this.#placed(drawBatch(task, this.#lengths, plan.batch, sequences), positions)
    const { loss, gradientNorm, learningRate } = trainer.step(batch)
    this.#last = { losses: [...this.#last.losses, loss], gradientNorm, learningRate }
    this.#sequences = sequences
    this.#positions = positions
    this.#step += 1
  }

  /** Is a report due? After the last step in any case; every = 0 means only then. */
  #isDue(kind: RunReport['kind'], every: number): boolean {
    const regular = every > 0 && this.#step > 0 && this.#step % every === 0
    if (!regular && !this.#isAtEnd()) return false
    return !this.#reports.some((report) => report.kind === kind && report.step === this.#step)
  }

  #isAtEnd(): boolean {
    const { plan } = this.#parts
    return this.#step >= plan.steps || hasSettled(this.#reports, plan)
  }

  async #reportStep(): Promise<void> {
    const { losses, gradientNorm, learningRate } = this.#last
    const { loss: validationLoss, accuracy, exactMatch } = await this.#evaluated(this.#validationSet())
    const loss = losses.reduce((sum, one) => sum + one, 0) / losses.length
    const step = this.#step
    this.#last = { losses: [], gradientNorm, learningRate }
    const training = { step, loss, gradientNorm, learningRate }
    this.#report({ kind: 'step', ...training, validationLoss, accuracy, exactMatch })
  }

  async #reportTest(): Promise<void> {
    const { plan, trainer } = this.#parts
    const lengths = await this.#scores(plan.testCount, () => trainer)
    const remedies: RemedyResult[] = []
    for (const remedy of plan.remedies) {
      const at = (length: number) => remedied(trainer, positionAt(remedy, length / plan.trainLength))
      remedies.push({ name: remedy.name, lengths: await this.#scores(plan.testCount, at) })
    }
    this.#report({ kind: 'test', step: this.#step, lengths, ...(remedies.length > 0 ? { remedies } : {}) })
  }

  async #scores(count: number, at: (length: number) => Evaluator): Promise<LengthScore[]> {
    const { plan, task } = this.#parts
    const scores: LengthScore[] = []
    for (const length of plan.testLengths) {
      const batches = this.#fixed([length], count, STREAMS.test, STREAMS.testPositions)
      const score = await this.#evaluated(batches, at(length))
      scores.push({ length, ...score, sequences: count, chance: (task.heldOut ?? task).chance(length) })
    }
    return scores
  }

  #report(report: RunReport): void {
    this.#reports.push(report)
    this.#parts.hooks.report(report)
  }

  #validationSet(): TrainerBatch[] {
    const count = Math.min(VALIDATION_COUNT, this.#parts.plan.testCount)
    this.#validation ??= this.#fixed(this.#lengths, count, STREAMS.validation, STREAMS.validationPositions)
    return this.#validation
  }

  /** A batch for tests: equal sequences and positions whenever it is called. */
  #fixed(lengths: readonly number[], count: number, sequences: number, positions: number): TrainerBatch[] {
    const task = this.#parts.task.heldOut ?? this.#parts.task
    const random = { sequences: new Pcg32(TEST_SEED, sequences), positions: new Pcg32(TEST_SEED, positions) }
    const fitting = lengths.filter((length) => length >= task.shortest && length <= task.longest)
    return chunks(count).map((size) =>
      this.#placed(drawBatch(task, fitting, size, random.sequences), random.positions),
    )
  }

  #placed(batch: Batch, random: Pcg32): TrainerBatch {
    const { plan, range, task } = this.#parts
    const drawn = plan.encoding.positions
    return drawn ? { ...batch, positions: drawPositions(drawn, range, batch, task, random) } : batch
  }

  /** Evaluates sequences: losses and accuracies are means over tokens, exact match is one over sequences. */
  async #evaluated(
    batches: readonly TrainerBatch[],
    evaluator: Evaluator = this.#parts.trainer,
  ): Promise<Score> {
    const sum = { loss: 0, accuracy: 0, exactMatch: 0, tokens: 0, sequences: 0 }
    const losses: Weighted[] = []
    for (const batch of batches) {
      await this.#breathe()
      const { loss, accuracy, exactMatch } = evaluator.evaluate(batch)
      const tokens = countedIn(batch.targets)
      const [sequences] = batch.targets.shape
      losses.push({ value: loss, weight: tokens })
      sum.loss += loss * tokens
      sum.accuracy += accuracy * tokens
      sum.exactMatch += exactMatch * sequences
      sum.tokens += tokens
      sum.sequences += sequences
    }
    return {
      loss: sum.loss / sum.tokens,
      ...(losses.length > 1 ? { lossError: errorOfMean(losses) } : {}),
      accuracy: sum.accuracy / sum.tokens,
      exactMatch: sum.exactMatch / sum.sequences,
    }
  }

  /** Yields to the event loop, so that messages can arrive; throws if the run is stopped. */
  async #breathe(): Promise<void> {
    await this.#loop.yield()
    throwIfAborted(this.#parts.hooks.signal)
  }

  #keep(): void {
    const { hooks, trainer } = this.#parts
    hooks.keep?.(this.#encoded({ files: trainer.save() }))
    this.#keptAt = performance.now()
  }

  /** Keeps the state; a trainer that crashed cannot be saved, so the state before counts then. */
  #keepIfItCan(): void {
    try {
      this.#keep()
    } catch {
      // the error that ended the run is thrown
    }
  }

  #encoded(files: Pick<RunState, 'files'>): Uint8Array {
    return encodeState({
      key: this.#parts.key,
      build: buildOf(this.#parts.hooks.trainers),
      step: this.#step,
      last: this.#last,
      random: { sequences: this.#sequences.state, positions: this.#positions.state },
      reports: this.#reports,
      ...files,
    })
  }
}

interface Weighted {
  readonly value: number
  readonly weight: number
}

/** Standard error of the weighted mean of independent values. */
function errorOfMean(values: readonly Weighted[]): number {
  const total = values.reduce((sum, { weight }) => sum + weight, 0)
  const mean = values.reduce((sum, { value, weight }) => sum + value * weight, 0) / total
  const squares = values.reduce((sum, { value, weight }) => sum + (weight * (value - mean)) ** 2, 0)
  return Math.sqrt((squares * values.length) / (values.length - 1)) / total
}

function chunks(count: number): number[] {
  const sizes: number[] = []
  for (let left = count; left > 0; left -= CHUNK) sizes.push(Math.min(CHUNK, left))
  return sizes
}
