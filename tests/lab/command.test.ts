import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Terminal } from '../../web/command/terminal.js'
import { type Runner, train } from '../../web/command/train.js'
import type { LabOptions, LabRunOptions } from '../../web/lab/exports.js'
import { experiment } from '../../web/lab/lab.js'
import { notFinite } from './support/bigrams.js'
import { FakeWorker } from './support/fake-worker.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whereformer-lab-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Result {
  code: number
  out: string
  err: string
  options: LabOptions[]
  runOptions: LabRunOptions[]
}

async function trained(
  line: string,
  made: (worker: FakeWorker) => void = () => {},
  isTTY = false,
): Promise<Result> {
  const result: Result = { code: 0, out: '', err: '', options: [], runOptions: [] }
  const start = () => {
    const worker = new FakeWorker()
    made(worker)
    return worker
  }
  const runner: Runner = (options, runOptions) => {
    result.options.push(options)
    result.runOptions.push(runOptions)
    return experiment({ cores: () => 2, start }, options, runOptions)
  }
  const into = (key: 'out' | 'err') =>
    new Terminal({
      isTTY,
      write: (text: string) => {
        result[key] += text
      },
    })
  result.code = await train(line.split(' '), { out: into('out'), err: into('err') }, runner)
  return result
}

const LINE =
  '--task parity --position rope,none --train-length 4 --test-lengths 2,8 --steps 40 --batch 8 --test-count 40'

test('it prints a table of exact match and accuracy, and tells of each run', async () => {
  const { code, out, err } = await trained(`${LINE} --seeds 2`)
  expect(code).toBe(0)
  expect(out).toMatch(/^exact match +2 +8\nrope .*\nnone .*\nchance +0\.500 +0\.500\n\naccuracy +2 +8\nrope /)
  expect(out).toMatch(/none( +\d\.\d{3}( \(\d\.\d{3}–\d\.\d{3}\))?){2}\n/)
  expect(err.split('\n')).toHaveLength(5)
  expect(err).toContain('none, seed 2: finished (4 of 4)')
})

test('arguments become the options of the lab', async () => {
  const { code, options, runOptions } = await trained(
    `${LINE} --seeds 1 --layers 3 --heads 2 --d-model 32 --d-ff 48 --learning-rate 0.001 --workers 5 --keep ${folder}/keep`,
  )
  expect(code).toBe(0)
  expect(options[0]).toMatchObject({
    task: { spec: { type: 'parity' } },
    encodings: ['rope', 'none'],
    trainLength: 4,
    testLengths: [2, 8],
    seeds: 1,
    steps: 40,
    batch: 8,
    testCount: 40,
    model: { layers: 3, heads: 2, dModel: 32, dFf: 48 },
    optimizer: { learningRate: 0.001 },
  })
  expect(runOptions[0]).toMatchObject({ workers: 5 })
})

test('all is every encoding', async () => {
  const { options } = await trained(
    '--task copy --position all --train-length 2 --test-lengths 2 --steps 1 --test-count 1 --quiet',
  )
  expect(options[0]?.encodings).toHaveLength(13)
})

test('the JSON file has the results of every run', async () => {
  const file = join(folder, 'results.json')
  const { code } = await trained(`${LINE} --seeds 2 --out ${file}`)
  const results = JSON.parse(readFileSync(file, 'utf8'))
  expect(code).toBe(0)
  expect(results).toMatchObject({ task: { type: 'parity' }, trainLength: 4, testLengths: [2, 8], steps: 40 })
  expect(results.encodings.map(({ name }: { name: string }) => name)).toEqual(['rope', 'none'])
  expect(results.encodings[0].runs.map(({ seed }: { seed: number }) => seed)).toEqual([1, 2])
  expect(results.encodings[0].lengths[1].exactMatch.mean).toBeGreaterThanOrEqual(0)
})

test('kept runs are not trained again', async () => {
  const line = `${LINE} --keep ${folder}/again`
  const workers: FakeWorker[] = []
  const first = await trained(line)
  const second = await trained(line, (worker) => workers.push(worker))
  expect(second.out).toBe(first.out)
  expect(workers.every(({ library }) => library.trained.length === 0)).toBe(true)
})

test('the text of a file', async () => {
  const file = join(folder, 'text.txt')
  writeFileSync(file, 'abcdefg'.repeat(60))
  const line = '--task text --position none --train-length 8 --test-lengths 16 --steps 60 --quiet'
  const { code, out, err } = await trained(`${line} --text ${file}`)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(/none +1\.000/)
})

test('progress on a terminal is one line that is written over', async () => {
  const { err } = await trained(LINE, () => {}, true)
  expect(err).toContain('\r\u001b[K25 % · rope, seed 1: step 20, loss ')
  expect(err).toContain('\r\u001b[K100 % · ')
})

test('a run that fails gives exit code 1, and the others their results', async () => {
  const { code, out, err } = await trained(`${LINE} --workers 1`, (worker) => {
    worker.library.beforeStep = (step) => {
      if (step >= 40) throw notFinite()
    }
  })
  expect(code).toBe(1)
  expect(out).toMatch(/rope +\d\.\d{3} +\d\.\d{3}\nnone +– +– +1 failed\n/)
  expect(err).toContain('none, seed 1: loss: got NaN')
})

test.each([false, true])('quiet, a run that fails says why, and nothing else is said', async (isTTY) => {
  const fail = (worker: FakeWorker) => {
    worker.library.beforeStep = (step) => {
      if (step >= 40) throw notFinite()
    }
  }
  const { code, err } = await trained(`${LINE} --workers 1 --quiet`, fail, isTTY)
  expect(code).toBe(1)
  expect(err).toMatch(/^none, seed 1: loss: got NaN.*\(2 of 2\)\n$/)
})

test('the file of results is not there before there are results, and an older one stays as it was', async () => {
  const file = join(folder, 'later.json')
  const during: (string | undefined)[] = []
  const look = () => during.push(existsSync(file) ? readFileSync(file, 'utf8') : undefined)
  await trained(`${LINE} --out ${file}`, look)
  expect(during.filter((content) => content !== undefined)).toEqual([])
  const older = readFileSync(file, 'utf8')
  during.length = 0
  await trained(`${LINE} --out ${file} --steps 20`, look)
  expect(new Set(during)).toEqual(new Set([older]))
  expect(readFileSync(file, 'utf8')).not.toBe(older)
})

test.each([
  ['', 'Unexpected argument'],
  ['--task copy', '--position is missing'],
  [`${LINE} --task copies`, '"copies"'],
  [`${LINE} --position rotary`, '"rotary"'],
  [`${LINE} --train-length four`, '--train-length: got "four", wanted a number'],
  [`${LINE} --train-length 1.5`, 'trainLength: got 1.5'],
  [`${LINE} --test-lengths 2,,8`, '--test-lengths: got ""'],
  [`${LINE} --seeds 0`, 'seeds'],
  [`${LINE} --workers 0`, 'workers'],
  [`${LINE} --epochs 3`, '--epochs'],
  [`${LINE} more`, "'more'"],
  [`${LINE} --text file`, '--text belongs to --task text'],
  ['--task text --position none --train-length 8 --test-lengths 16', '--text is missing'],
  ['--task text --position none --train-length 8 --test-lengths 16 --text /nowhere/x', '--text: ENOENT'],
  [`${LINE} --out /nowhere/x.json`, '--out: ENOENT'],
  [`${LINE} --out ${tmpdir()}`, `--out: EISDIR: illegal operation on a directory, open '${tmpdir()}'`],
  [
    `--task text --position none --train-length 8 --test-lengths 16 --text ${tmpdir()}`,
    `--text: EISDIR: illegal operation on a directory, read '${tmpdir()}'`,
  ],
])('wrong arguments give exit code 2: %s', async (line, words) => {
  const { code, out, err } = await trained(line)
  expect(err).toContain(words)
  expect([code, out]).toEqual([2, ''])
})

test('--help needs nothing else', async () => {
  const { code, out, err } = await trained('--help')
  expect([code, err]).toEqual([0, ''])
  expect(out).toContain('npx whereformer train --task NAME')
})
