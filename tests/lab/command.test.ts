import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Runner } from '../../web/command/runner.js'
import { Terminal } from '../../web/command/terminal.js'
import { train } from '../../web/command/train.js'
import type { LabEncoding, LabOptions, LabRunOptions, LengthScore } from '../../web/lab/exports.js'
import { experiment } from '../../web/lab/lab.js'
import { notFinite } from './support/bigrams.js'
import { FakeWorker } from './support/fake-worker.js'
import { requirePositions } from './support/require-positions.js'

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
  line: string | readonly string[],
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
  const library = {
    build: async () => ({ version: '1.0.0', variant: 'simd', buildSha: 'abc' }),
    requireTrainable: requirePositions,
  }
  const args = typeof line === 'string' ? line.split(' ') : line
  result.code = await train(args, { out: into('out'), err: into('err') }, runner, library)
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
    encodings: [{ name: 'rope' }, { name: 'none' }],
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

describe('--position takes', () => {
  const REST = '--task firstToken --train-length 3 --test-lengths 3,6 --steps 1 --test-count 1 --quiet'
  const encodingsFor = async (...values: string[]) => {
    const flags = values.flatMap((value) => ['--position', value])
    const { code, err, options } = await trained([...flags, ...REST.split(' ')])
    expect([code, err]).toEqual([0, ''])
    return options[0]?.encodings
  }
  const fileWith = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }

  test('several names, one after the other and at once', async () => {
    expect(await encodingsFor('rope+alibi,none')).toEqual([
      { name: 'rope+alibi', position: [{ type: 'rope' }, { type: 'alibi' }] },
      { name: 'none', position: [{ type: 'none' }] },
    ])
  })

  test('JSON: a position, a list, one for each layer, an encoding of the lab', async () => {
    const layers = '{"layers":[[{"type":"rope"}],{"type":"none"}]}'
    const own = '{"name":"mine","position":{"type":"alibi"},"positions":{"draw":"offset"}}'
    expect(
      await encodingsFor('{"type":"alibi","slopes":[1,2,3,4]}', '{"type":"alibi"}', layers, own),
    ).toEqual([
      { name: 'alibi', position: { type: 'alibi', slopes: [1, 2, 3, 4] } },
      { name: 'alibi-2', position: { type: 'alibi' } },
      { name: 'rope|none', position: { layers: [[{ type: 'rope' }], { type: 'none' }] } },
      { name: 'mine', position: { type: 'alibi' }, positions: { draw: 'offset' } },
    ])
  })

  test('a file of JSON, and a module with a position', async () => {
    const json = fileWith('steep.json', '{"type":"alibi","slopes":[4,3,2,1]}')
    const module = fileWith('layers.mjs', 'export default { layers: [{ type: "rope" }, { type: "none" }] }')
    expect(await encodingsFor(json, module)).toEqual([
      { name: 'steep', position: { type: 'alibi', slopes: [4, 3, 2, 1] } },
      { name: 'layers', position: { layers: [{ type: 'rope' }, { type: 'none' }] } },
    ])
  })

  test('a module with a function of head, query and key, or with a custom position', async () => {
    const bias = fileWith('bias.mjs', 'export default (head, query, key) => (head + 1) * (key - query)')
    const custom = fileWith(
      'custom.mjs',
      'export default { type: "custom", byDistance: (head, d) => -d * d }',
    )
    const [first, second] = (await encodingsFor(bias, custom)) as [LabEncoding, LabEncoding]
    expect(first).toMatchObject({
      name: 'bias',
      position: { type: 'relativeBias', table: { shape: [11, 4] } },
    })
    expect(second).toMatchObject({
      name: 'custom',
      position: { type: 'relativeBias', table: { shape: [11, 4] } },
    })
    const { data } = (first.position as unknown as { table: { data: Float32Array } }).table
    expect([...data.slice(0, 4)]).toEqual([-5, -10, -15, -20])
  })

  test('a formula of a bias, which becomes a table, and of frequencies', async () => {
    const text = 'd * 2^-(h+1)'
    const [bias, rotation] = (await encodingsFor(`bias=${text}`, 'frequencies=1/(k+1)')) as [
      LabEncoding,
      LabEncoding,
    ]
    expect(bias).toMatchObject({ name: text, position: { type: 'relativeBias', table: { shape: [11, 4] } } })
    const { data } = (bias.position as unknown as { table: { data: Float32Array } }).table
    expect([...data.slice(0, 4)]).toEqual([-2.5, -1.25, -0.625, -0.3125])
    expect(rotation).toMatchObject({
      name: '1/(k+1)',
      position: { type: 'rope', scaling: { ropeType: 'longrope' } },
    })
  })

  test.each([
    [
      'bias=log(1 + ',
      '--position: The formula ends too early; expected a number, a name or “(”.\nlog(1 +\n       ^',
    ],
    ['bias=log(abs(d))', '--position: The value for head 0, query 0, key 0 is −Infinity'],
    ['frequencies=d', '--position: “d” has no meaning here; expected k, D, n or a function'],
    ['rotary', '--position: got "rotary", wanted none, sinusoidal'],
    ['rope+rotary', '--position: got "rotary"'],
    ['randomized+randomizedFloats', 'at most one encoding with drawn positions'],
    ['{"type":"alibi"', '--position: {"type":"alibi" is not JSON'],
    ['{"type":"rotary"}', '--position rotary: position[0].type: got the unknown encoding "rotary"'],
    ['{"type":"alibi","slope":2}', '--position alibi: position[0].slope: got an unknown parameter of alibi'],
    ['/nowhere/x.json', '--position: /nowhere/x.json: could not be read'],
    ['/nowhere/x.mjs', '--position: /nowhere/x.mjs could not be loaded'],
    ['3.json', '--position: 3.json: could not be read'],
  ])('not %s, and the refusal names the flag', async (value, words) => {
    const { code, out, err } = await trained(['--position', value, ...REST.split(' ')])
    expect(err).toContain(words)
    expect([code, out]).toEqual([2, ''])
  })

  test('a function that is none of a bias is refused before anything runs', async () => {
    const wrong = fileWith('wrong.mjs', 'export default () => "far"')
    const { code, err } = await trained(['--position', wrong, ...REST.split(' ')])
    expect(err).toContain(`--position: ${wrong}: options.bias: got "far" for head 0, query`)
    expect(code).toBe(2)
    const nothing = fileWith('nothing.mjs', 'export const position = 3')
    const { err: said } = await trained(['--position', nothing, ...REST.split(' ')])
    expect(said).toContain('wanted a module whose default export is a position or a function')
  })
})

describe('a plan', () => {
  const PLAN = {
    defaults: {
      trainLength: 4,
      testLengths: [4, 8],
      steps: 20,
      batch: 8,
      testCount: 40,
      optimizer: { clip: 2 },
    },
    encodings: { hard: { position: { layers: [{ type: 'alibi' }, { type: 'none' }] } } },
    experiments: {
      first: { task: 'firstToken', encodings: ['rope', 'hard'], seeds: 2, seconds: 3 },
      back: {
        task: { type: 'lookBack', k: 1 },
        encodings: ['none'],
        seeds: [1],
        optimizer: { learningRate: 0.01 },
      },
      text: { task: { type: 'text', file: 'plan.txt', last: 2 }, encodings: ['none'], seeds: [1] },
    },
  }
  let plan = ''
  beforeAll(() => {
    plan = join(folder, 'plan.json')
    writeFileSync(plan, JSON.stringify(PLAN))
    writeFileSync(join(folder, 'plan.txt'), 'abcdefg'.repeat(60))
  })
  const NAMES = ['first.rope.1', 'first.hard.1', 'back.none.1', 'text.none.1', 'first.rope.2', 'first.hard.2']

  test('its runs are listed by names, the first seeds first', async () => {
    const { code, out, err } = await trained(['--plan', plan, '--list'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toBe(NAMES.map((name) => `${name}\n`).join(''))
  })

  test('a run is one encoding and one seed of its experiment, and leaves a file of their numbers', async () => {
    const file = join(folder, 'one.json')
    const { code, err, options, runOptions } = await trained([
      '--plan',
      plan,
      '--run',
      'first.hard.2',
      '--out',
      file,
      '--quiet',
    ])
    expect([code, err]).toEqual([0, ''])
    expect(options[0]).toMatchObject({ task: 'firstToken', steps: 20, seeds: [2], optimizer: { clip: 2 } })
    expect(options[0]?.encodings).toEqual([{ name: 'hard', ...PLAN.encodings.hard }])
    expect(runOptions[0]).toMatchObject({ workers: 1 })
    const record = JSON.parse(readFileSync(file, 'utf8'))
    expect(record).toMatchObject({ name: 'first.hard.2', encoding: 'hard', seed: 2, steps: 20 })
    expect(record.lengths.map(({ length, sequences }: LengthScore) => [length, sequences])).toEqual([
      [4, 40],
      [8, 40],
    ])
    expect(record.lengths[0]).toMatchObject({ chance: { accuracy: 0.0625 } })
    expect(record.made).toMatchObject({ version: '1.0.0', variant: 'simd', buildSha: 'abc' })
    const again = join(folder, 'again.json')
    await trained(['--plan', plan, '--run', 'first.hard.2', '--out', again, '--quiet'])
    const { made, ...numbers } = JSON.parse(readFileSync(again, 'utf8'))
    expect({ ...numbers, made: record.made }).toEqual(record)
  })

  test('files of runs are put together, by what there is and what is missing or of another plan', async () => {
    const runs = mkdtempSync(join(folder, 'runs-'))
    for (const name of ['first.rope.1', 'first.rope.2', 'text.none.1'])
      await trained(['--plan', plan, '--run', name, '--out', join(runs, `${name}.json`), '--quiet'])
    const old = JSON.parse(readFileSync(join(runs, 'first.rope.1.json'), 'utf8'))
    writeFileSync(join(runs, 'old.json'), JSON.stringify({ ...old, name: 'back.none.1' }))
    const { code, out, err } = await trained(['--plan', plan, '--merge', runs])
    expect(code).toBe(0)
    expect(err).toBe('3 of 6 runs, 1 records are of another plan\n')
    const { experiments, missing, strange } = JSON.parse(out)
    expect(missing).toEqual(['first.hard.1', 'back.none.1', 'first.hard.2'])
    expect(strange).toEqual(['back.none.1'])
    const [first, , text] = experiments
    expect(first).toMatchObject({
      name: 'first',
      testLengths: [4, 8],
      encodings: [{ name: 'rope' }, { name: 'hard' }],
    })
    expect(first.encodings[0].runs.map(({ seed }: { seed: number }) => seed)).toEqual([1, 2])
    expect(text.task).toEqual({ type: 'text', last: 2 })
    const file = join(folder, 'merged.json')
    await trained(['--plan', plan, '--merge', runs, '--out', file])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ experiments, missing, strange })
  })

  test('a run that fails leaves why, and exit code 1', async () => {
    const file = join(folder, 'failed.json')
    const fail = (worker: FakeWorker) => {
      worker.library.beforeStep = () => {
        throw notFinite()
      }
    }
    const { code } = await trained(['--plan', plan, '--run', 'back.none.1', '--out', file, '--quiet'], fail)
    expect(code).toBe(1)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      lengths: [],
      error: expect.stringContaining('loss: got NaN'),
    })
  })

  test.each([
    [['--list', '--merge', 'x'], 'got 2 of --list, --run and --merge'],
    [[], 'got 0 of'],
    [['--run', 'first.rope.3', '--out', 'x'], '--run: the plan has no "first.rope.3"'],
    [['--run', 'first.rope.1'], '--out is missing'],
    [['--list', '--task', 'copy'], "'--task'"],
  ])('wrong arguments give exit code 2: %s', async (more, words) => {
    const { code, out, err } = await trained(['--plan', plan, ...more])
    expect(err).toContain(words)
    expect([code, out]).toEqual([2, ''])
  })

  test.each([
    ['{', 'is not JSON'],
    ['{}', 'got no experiments'],
    ['{"experiments":{}}', 'wanted at least one'],
    [
      '{"experiments":{"a b":{"task":"copy","trainLength":1,"testLengths":[1],"encodings":["none"]}}}',
      '"a b"',
    ],
    [
      '{"experiments":{"a":{"task":"copies","encodings":["none"]}}}',
      'experiment a: options.task: got "copies"',
    ],
    [
      '{"experiments":{"a":{"task":"copy","steps":0,"encodings":["none"]}}}',
      'experiment a: options.steps: got 0',
    ],
  ])('of a plan %s it is said what is wrong', async (text, words) => {
    const file = join(folder, 'wrong.json')
    writeFileSync(file, text)
    const { code, err } = await trained(['--plan', file, '--list'])
    expect(err).toContain(words)
    expect(code).toBe(2)
  })
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
