import { describe, expect, test } from 'vitest'
import { experiment, forget, type LabRunOptions } from '../../web/lab/lab.js'
import type { LabReport } from '../../web/lab/lab-report.js'
import type { LabOptions } from '../../web/lab/plan.js'
import { expectRefusal, expectRejection } from '../support/errors.js'
import { notFinite } from './support/bigrams.js'
import { FakeWorker } from './support/fake-worker.js'

const OPTIONS: LabOptions = {
  task: 'modularAddition',
  encodings: ['rope', 'alibi'],
  trainLength: 4,
  testLengths: [2, 8],
  seeds: 2,
  steps: 40,
  batch: 8,
  testCount: 40,
}

/** Workers that are made as asked for, and the most that lived at once. */
class Farm {
  readonly all: FakeWorker[] = []
  /** Called for each new worker. */
  made: (worker: FakeWorker, index: number) => void = () => {}
  most = 0

  readonly start = () => {
    const worker = new FakeWorker()
    this.all.push(worker)
    this.made(worker, this.all.length - 1)
    this.most = Math.max(this.most, this.all.filter(({ terminated }) => !terminated).length)
    return worker
  }

  get runs(): number {
    return this.all.flatMap(({ received }) => received).filter(({ kind }) => kind === 'run').length
  }
}

const four = (farm: Farm) => ({ cores: () => 4, start: farm.start })

async function reportsOf(
  farm: Farm,
  options: Partial<LabOptions> = {},
  runOptions: LabRunOptions = {},
): Promise<LabReport[]> {
  const reports: LabReport[] = []
  for await (const report of experiment(four(farm), { ...OPTIONS, ...options }, runOptions))
    reports.push(report)
  return reports
}

const ofKind = <K extends LabReport['kind']>(reports: readonly LabReport[], kind: K) =>
  reports.filter((report): report is Extract<LabReport, { kind: K }> => report.kind === kind)

function resultsIn(reports: readonly LabReport[]) {
  const last = reports.at(-1)
  return last?.kind === 'results' ? last.results : expect.fail('no results')
}

function memory() {
  const values = new Map<string, Uint8Array>()
  return {
    values,
    get: async (key: string) => values.get(key),
    set: async (key: string, bytes: Uint8Array) => void values.set(key, bytes),
    delete: async (key: string) => void values.delete(key),
  }
}

describe('scheduling', () => {
  test('every encoding runs with every seed, on as many workers as there are cores less one', async () => {
    const farm = new Farm()
    const reports = await reportsOf(farm)
    expect([farm.all.length, farm.most, farm.runs]).toEqual([3, 3, 4])
    expect(farm.all.every(({ terminated }) => terminated)).toBe(true)
    const finished = ofKind(reports, 'finish').map(({ encoding, seed }) => `${encoding} ${seed}`)
    expect(finished.sort()).toEqual(['alibi 1', 'alibi 2', 'rope 1', 'rope 2'])
    expect(
      ofKind(reports, 'step')
        .map(({ step }) => step)
        .sort(),
    ).toEqual([20, 20, 20, 20, 40, 40, 40, 40])
    expect(reports.filter(({ kind }) => kind === 'results')).toHaveLength(1)
  })

  test('one core is one worker, and no more workers than runs', async () => {
    const one = new Farm()
    for await (const _ of experiment({ cores: () => 1, start: one.start }, OPTIONS));
    expect([one.all.length, one.runs]).toEqual([1, 4])
    const many = new Farm()
    await reportsOf(many, { seeds: 1 }, { workers: 16 })
    expect(many.all).toHaveLength(2)
  })

  test('the results hang on neither the number of workers nor their order', async () => {
    const alone = resultsIn(await reportsOf(new Farm(), {}, { workers: 1 }))
    expect(resultsIn(await reportsOf(new Farm(), {}, { workers: 4 }))).toEqual(alone)
  })

  test('results have mean, least and most over seeds, by length, beside chance', async () => {
    const reports = await reportsOf(new Farm(), { seeds: [3, 9, 4] })
    const { encodings } = resultsIn(reports)
    expect(encodings.map(({ name }) => name)).toEqual(['rope', 'alibi'])
    for (const { name, lengths, runs, failures } of encodings) {
      expect([runs.map(({ seed }) => seed), failures]).toEqual([[3, 9, 4], []])
      expect(lengths.map(({ length }) => length)).toEqual([2, 8])
      const tests = ofKind(reports, 'test').filter(({ encoding }) => encoding === name)
      for (const [i, { accuracy, chance }] of lengths.entries()) {
        const found = tests.map((report) => report.lengths[i]?.accuracy as number)
        expect(accuracy.mean).toBeCloseTo(found.reduce((a, b) => a + b) / 3, 12)
        expect([accuracy.min, accuracy.max]).toEqual([Math.min(...found), Math.max(...found)])
        expect(chance).toEqual({ accuracy: 0.1, exactMatch: 0.1 })
      }
    }
  })
})

describe('stopping', () => {
  test('the signal ends the iteration with an error and all workers', async () => {
    const farm = new Farm()
    const controller = new AbortController()
    farm.made = (worker) => {
      worker.library.beforeStep = (step) => step === 10 && controller.abort('enough')
    }
    await expectRejection(reportsOf(farm, {}, { signal: controller.signal }), 'ERR_ABORTED', 'aborted')
    await expect.poll(() => farm.all.every(({ terminated }) => terminated), { timeout: 10_000 }).toBe(true)
    expect(farm.runs).toBe(3)
  })

  test('workers that do not answer are ended all the same', async () => {
    const farm = new Farm()
    const controller = new AbortController()
    farm.made = (worker) => {
      worker.deaf = true
      setImmediate(() => controller.abort())
    }
    await expectRejection(reportsOf(farm, {}, { signal: controller.signal }), 'ERR_ABORTED')
    await expect.poll(() => farm.all.every(({ terminated }) => terminated), { timeout: 10_000 }).toBe(true)
  })

  test('a signal that has aborted starts no worker', async () => {
    const farm = new Farm()
    await expectRejection(reportsOf(farm, {}, { signal: AbortSignal.abort() }), 'ERR_ABORTED')
    expect(farm.all).toHaveLength(0)
  })

  test('leaving the loop ends all workers', async () => {
    const farm = new Farm()
    for await (const report of experiment(four(farm), OPTIONS)) if (report.kind === 'step') break
    expect(farm.all.length).toBeGreaterThan(0)
    expect(farm.all.every(({ terminated }) => terminated)).toBe(true)
  })
})

describe('going on', () => {
  test('after a stop the runs go on where they were, with the same results', async () => {
    const wanted = resultsIn(await reportsOf(new Farm()))
    const storage = memory()
    const controller = new AbortController()
    const first = new Farm()
    first.made = (worker) => {
      worker.library.beforeStep = (step) => step === 30 && controller.abort()
    }
    await expectRejection(reportsOf(first, {}, { storage, signal: controller.signal }), 'ERR_ABORTED')
    await expect.poll(() => storage.values.size).toBe(3) // a busy machine hands a state over after the stop
    const second = new Farm()
    expect(resultsIn(await reportsOf(second, {}, { storage }))).toEqual(wanted)
    const trained = [...first.all, ...second.all].reduce(
      (sum, { library }) => sum + library.trained.length,
      0,
    )
    expect(trained).toBe(4 * 40)
  })

  test('finished runs are not trained again, until they are forgotten', async () => {
    const storage = memory()
    const first = await reportsOf(new Farm(), {}, { storage })
    const second = new Farm()
    const again = await reportsOf(second, {}, { storage })
    expect(resultsIn(again)).toEqual(resultsIn(first))
    expect(ofKind(again, 'step')).toHaveLength(8)
    expect(second.all.every(({ library }) => library.trained.length === 0)).toBe(true)
    await forget(OPTIONS, storage)
    expect(storage.values.size).toBe(0)
  })

  test('another experiment finds nothing of this one', async () => {
    const storage = memory()
    await reportsOf(new Farm(), {}, { storage })
    const farm = new Farm()
    await reportsOf(farm, { optimizer: { learningRate: 1e-3 } }, { storage })
    expect(farm.all.reduce((sum, { library }) => sum + library.trained.length, 0)).toBe(160)
    expect(storage.values.size).toBe(8)
  })

  test('what another version stored is a warning, and the run starts from its beginning', async () => {
    const storage = memory()
    await reportsOf(new Farm(), { seeds: 1 }, { storage })
    const [key, bytes] = [...storage.values][0] as [string, Uint8Array]
    const text = new TextDecoder('latin1').decode(bytes).replace('"version":2', '"version":0')
    storage.values.set(
      key,
      Uint8Array.from(text, (character) => character.charCodeAt(0)).slice(0, bytes.length),
    )
    const farm = new Farm()
    const reports = await reportsOf(farm, { seeds: 1 }, { storage })
    expect(ofKind(reports, 'warning')).toHaveLength(1)
    expect(ofKind(reports, 'warning')[0]?.message).toContain('version 0')
    expect(farm.all.reduce((sum, { library }) => sum + library.trained.length, 0)).toBe(40)
  })

  test.each(['get', 'set'] as const)(
    'storage whose %s fails is one warning, and the runs go on',
    async (method) => {
      const wanted = resultsIn(await reportsOf(new Farm()))
      const full = async () => {
        throw new DOMException('the quota has been exceeded', 'QuotaExceededError')
      }
      const reports = await reportsOf(new Farm(), {}, { storage: { ...memory(), [method]: full } })
      expect(ofKind(reports, 'warning').map(({ message }) => message)).toEqual([
        expect.stringContaining('the quota has been exceeded'),
      ])
      expect(resultsIn(reports)).toEqual(wanted)
    },
  )
})

describe('failures', () => {
  test('a worker that dies is replaced once, and the results are the same', async () => {
    const wanted = resultsIn(await reportsOf(new Farm()))
    const farm = new Farm()
    farm.made = (worker, index) => {
      if (index === 0) worker.library.beforeStep = (step) => (step === 25 ? worker.die() : undefined)
    }
    const reports = await reportsOf(farm)
    expect(farm.all).toHaveLength(4)
    expect(ofKind(reports, 'warning').map(({ message }) => message)).toEqual([
      expect.stringContaining('out of memory'),
    ])
    expect(ofKind(reports, 'failure')).toEqual([])
    expect(ofKind(reports, 'step')).toHaveLength(8)
    expect(resultsIn(reports)).toEqual(wanted)
  })

  test('a run whose worker dies twice fails, and the others go on', async () => {
    const farm = new Farm()
    farm.made = (worker) => {
      worker.library.beforeStep = () => (isAlibi2(worker) ? worker.die() : undefined)
    }
    const reports = await reportsOf(farm)
    const failures = ofKind(reports, 'failure')
    expect(failures).toHaveLength(1)
    expect(failures[0]).toMatchObject({ encoding: 'alibi', seed: 2, error: { code: 'ERR_CRASHED' } })
    const { encodings } = resultsIn(reports)
    expect(encodings.map(({ runs, failures }) => [runs.length, failures.length])).toEqual([
      [2, 0],
      [1, 1],
    ])
  })

  test('a trainer that refuses a step fails its run at once, and the worker takes the next one', async () => {
    const farm = new Farm()
    farm.made = (worker) => {
      worker.library.beforeStep = () => {
        if (isAlibi2(worker)) throw notFinite()
      }
    }
    const reports = await reportsOf(farm, { seeds: [2, 3] }, { workers: 1 })
    expect(ofKind(reports, 'failure')).toMatchObject([
      { encoding: 'alibi', seed: 2, error: { code: 'ERR_VALUE' } },
    ])
    expect(ofKind(reports, 'finish')).toHaveLength(3)
    expect([farm.all.length, ofKind(reports, 'warning').length]).toEqual([1, 0])
  })

  test('workers that cannot be started fail every run', async () => {
    const start = () => {
      throw new Error('no workers here')
    }
    const reports = await reportsOf(new Farm(), {}, { start })
    expect(ofKind(reports, 'failure')).toHaveLength(4)
    expect(ofKind(reports, 'failure')[0]?.error.message).toContain('no workers here')
    expect(resultsIn(reports).encodings[0]?.lengths).toEqual([])
  })
})

function isAlibi2({ received }: FakeWorker): boolean {
  const last = received.at(-1)
  return last?.kind === 'run' && last.plan.encoding.name === 'alibi' && last.plan.seed === 2
}

describe('bad options', () => {
  const refused = (options: object, code: string, ...words: string[]) =>
    expectRefusal(
      () => experiment(four(new Farm()), { ...OPTIONS, ...options } as LabOptions),
      code,
      ...words,
    )

  test('are refused before anything starts', () => {
    refused({ task: 'copying' }, 'ERR_VALUE', 'options.task', '"copying"', 'reversedAddition')
    refused({ task: undefined }, 'ERR_TYPE', 'options.task')
    refused({ encodings: [] }, 'ERR_VALUE', 'options.encodings', 'empty')
    refused({ encodings: ['rotary'] }, 'ERR_VALUE', 'options.encodings[0]', '"rotary"', 'transformerXl')
    refused({ encodings: 'rope' }, 'ERR_TYPE', 'options.encodings')
    refused({ encodings: ['rope', 'rope'] }, 'ERR_VALUE', 'options.encodings[1]', 'once')
    refused({ encodings: [{ name: 'x' }] }, 'ERR_TYPE', 'options.encodings[0].position')
    refused({ encodings: [{ name: 'x', position: [{}] }] }, 'ERR_TYPE', 'position[0].type')
    refused({ trainLength: 1.5 }, 'ERR_VALUE', 'options.trainLength', '1.5')
    refused({ trainLength: undefined }, 'ERR_TYPE', 'options.trainLength')
    refused({ testLengths: [] }, 'ERR_VALUE', 'options.testLengths', 'empty')
    refused({ testLengths: [4, 0] }, 'ERR_VALUE', 'options.testLengths[1]', '0')
    refused({ seeds: 0 }, 'ERR_VALUE', 'options.seeds')
    refused({ seeds: [] }, 'ERR_VALUE', 'options.seeds', 'empty')
    refused({ seeds: [1, 1] }, 'ERR_VALUE', 'options.seeds[1]', 'once')
    refused({ steps: 0 }, 'ERR_VALUE', 'options.steps')
    refused({ batch: 0.5 }, 'ERR_VALUE', 'options.batch')
    refused({ epochs: 3 }, 'ERR_VALUE', 'options.epochs', 'steps')
    refused({ model: { vocab: 3 } }, 'ERR_VALUE', 'options.model.vocab')
    refused({ optimizer: { steps: 3 } }, 'ERR_VALUE', 'options.optimizer.steps')
    const few = { name: 'x', position: [{ type: 'learned' }], positions: { draw: 'whole', range: 8 } }
    refused({ encodings: [few] }, 'ERR_VALUE', 'x.positions.range', '8', 'at least 9')
    const tables = { name: 'x', position: [{ type: 'cope' }], tables: 'all' }
    refused({ encodings: [tables] }, 'ERR_VALUE', 'options.encodings[0].tables', '"all"', 'training')
    refused({ task: { type: 'associativeRecall', keys: 4 } }, 'ERR_VALUE', 'testLengths[1]', '1 to 4')
  })

  test('of the run are refused too', () => {
    const wrong = (runOptions: object, code: string, ...words: string[]) =>
      expectRefusal(() => experiment(four(new Farm()), OPTIONS, runOptions), code, ...words)
    wrong({ workers: 0 }, 'ERR_VALUE', 'runOptions.workers')
    wrong({ signal: 'stop' }, 'ERR_TYPE', 'runOptions.signal')
    wrong({ storage: {} }, 'ERR_TYPE', 'runOptions.storage.get')
    wrong({ thread: 1 }, 'ERR_VALUE', 'runOptions.thread')
  })
})
