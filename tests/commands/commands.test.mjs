// Every command that a page names works as written: it is run here, or a stage of `npm test` runs it. A command that is in neither list fails.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { stagesFor } from '../../tools/check/check.mjs'
import { stages } from '../../tools/check/test-stages.mjs'
import { root } from '../../tools/paths.mjs'
import { chosenItems, chosenRealSizes, partChosen } from '../bench/items.mjs'
import { optionsFrom } from '../bench/options.mjs'
import { optionsFrom as fuzzOptionsFrom } from '../fuzz/options.mjs'

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'RELEASING.md', 'ARCHITECTURE.md', 'tests/bench/README.md'],
  ...['tools/golden/README.md', 'tools/train/README.md', 'web/elements/README.md'],
  ...['docs', 'tests/bench/notebook'].flatMap(pagesOf),
]

function pagesOf(folder) {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'))
  return names.map((name) => `${folder}/${name}`)
}

const program = /^(?:npm (?:run|start|test|ci|install)\b|(?:npx|node|python3|cmake|ctest|build\/\S+) )/

/** Commands in back quotes, and lines of code blocks without their comments. */
function commandsIn(page) {
  const text = readFileSync(join(root, page), 'utf8')
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, command]) => command)
  const lines = [...text.matchAll(/^```(?:sh|bash|console)?\n(.*?)^```$/gms)].flatMap(([, block]) =>
    block.split('\n'),
  )
  return [...quoted, ...lines]
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => program.test(line))
}

const named = new Set(pages.flatMap(commandsIn))

// A stage of `npm test` runs the same.
const inStages = {
  'npm test': 'commands',
  'npm test -- --all': 'commands',
  'npm run hooks': 'tools',
  'npm run check': 'commands', // its stages, and in rooms as below
  'npm run check -- demo': 'browser', // its specs are a part of that stage
  'npm run setup -- --tests': 'tools',
  'npm run build': 'build',
  'npm run build -- --maps': 'package',
  'npm run generate': 'generated',
  'npm run format': 'format',
  'npm ci': 'jsdom',
  'node tools/build/build-package.mjs': 'build',
  'python3 tools/golden/generate.py --check': 'golden',
  'npm install whereformer': 'package',
  'npx whereformer train --task copy --position rope,alibi,none --train-length 16 --test-lengths 16,32,64 --seeds 3':
    'package', // with fewer steps
  // experiments.test.mjs
  'npx whereformer train --plan plan.json --list': 'commands',
  'npx whereformer train --plan plan.json --run copy.rope.1 --out runs/copy.rope.1.json': 'commands',
  'npx whereformer train --plan plan.json --merge runs --out all.json': 'commands',
  'npx whereformer train --plan plan.json --list | parallel --joblog log --resume nice npx whereformer train --plan plan.json --run {} --out runs/{}.json --quiet':
    'commands',
  'npx whereformer inspect web/demo/public/models/tiny-shakespeare-rope': 'vitest',
  'npx whereformer inspect HuggingFaceTB/SmolLM2-135M': 'vitest', // of a server of ours
  'npx whereformer identify --input q.npy --output q_rotated.npy': 'vitest',
  "npx whereformer identify --bias '-log(1 + abs(d)) * 2^-(h+1)' --heads 4": 'vitest',
  "npx whereformer identify --frequencies '500000^(-2*k/D)'": 'vitest',
  'npx vitest run --config tests/engines/vitest.config.ts --project webkit': 'webkit',
  'npx vitest --project lib': 'lib',
  'npx vitest run --project wasm tests/wasm/masks.test.ts': 'vitest',
  'npx playwright test tests/browser/elements/bias.spec.ts': 'browser',
}

// Training and golden data need gigabytes of PyTorch; `generate.py --check` needs none of it.
const needsTorch = /^(python3 -m venv build\/python |build\/python\/bin\/python )/

// What no test runs, and why.
const excused = {
  'npm run release -- 0.2.0': 'commits and tags; the rehearsal is run here',
  'npm run release -- 0.2.0 --tagged':
    'wants the tag; its refusals are tested in tools/tests, the rest is the rehearsal',
  'npm run bench': 'installs other engines and measures for eleven minutes; its options are tested below',
  'npm run bench:loading':
    'writes checkpoints of a gigabyte in all and loads each several times; its options are tested below',
  'npm run bench:threads': 'loads the model of `bench:weights` and measures for minutes on a page of its own',
  'npm run bench:weights':
    'makes checkpoints of a gigabyte in all and measures for three minutes; its options are tested below',
  'npm run consumers':
    'installs forty tools for half an hour; its table and its page are tested in tools/tests, its checks in stage `package`',
  'npm run setup:record':
    'reads the index of a moving suite, so that the record changes; its parts are tested in tools/tests, its record is checked by each set-up',
  'npm run checked': 'builds six cores and tries them for half an hour',
  'npm run allocations': 'takes a quarter of an hour; stage `allocations` runs a part of the same',
  'npm run measure:page': 'measures the built page and writes its table anew, with other numbers each time',
  'npm run science -- --plan': 'prints the plan, which is tested in tools/tests',
  'npm run science': 'trains hundreds of models for hours; its parts and its page are tested in tools/tests',
  'npx playwright test tests/browser/elements/clock.spec.ts': "the reader's own file",
}

const servers = ['npm start', 'npm run dev']

const runs = {
  'npm run lint': ['npm', 'run', 'lint'],
  'npm run vectors': ['npm', 'run', 'vectors'],
  'npm run endurance': [
    'npm',
    'run',
    'endurance',
    '--',
    '--calls',
    '300',
    '--models',
    '30',
    '--workers',
    '2',
  ],
  'npm run release -- 0.2.0 --rehearse': ['npm', 'run', 'release', '--', '0.2.0', '--rehearse'],
  'npm run golden:differences': ['npm', 'run', 'golden:differences'],
  'npm run check -- position': ['npm', 'run', 'check', '--', 'position'],
  'npm run check -- bias': ['npm', 'run', 'check', '--', 'bias'],
  'npm run check -- content': ['npm', 'run', 'check', '--', 'content'],
  'npm run screenshots': ['npm', 'run', 'screenshots', '--', '--grep', 'wf-doors'],
  'build/native/whereformer_tests --durations yes': [
    join(root, 'build/native/whereformer_tests'),
    '--durations',
    'yes',
    'a buffer*',
  ],
  'build/native/whereformer_tests "rope*"': [join(root, 'build/native/whereformer_tests'), 'rope*'],
}

const benchQuick = 'npm run bench:quick'

const options = /^npm run (bench|bench:quick|bench:loading|bench:threads|bench:weights) -- (.+)$/
const fuzz = /^npm run fuzz(?: -- (.+))?$/
const only = /^npm test -- --only (\S+)$/
const check = /^npm run check -- (.+)$/

test('every command of the pages is proved here, by a stage, or excused', () => {
  const proved = [
    ...Object.keys(inStages),
    ...Object.keys(excused),
    ...servers,
    ...Object.keys(runs),
    benchQuick,
  ]
  const patterns = [options, fuzz, only, check, needsTorch]
  const unproved = [...named].filter(
    (one) => !proved.includes(one) && !patterns.some((pattern) => pattern.test(one)),
  )
  assert.deepEqual(unproved, [])
  assert.deepEqual(
    proved.filter((one) => !named.has(one)),
    [],
    'commands that no page names any more',
  )
})

test('the stages that prove commands are there', () => {
  const names = stages.map(({ name }) => name)
  for (const stage of Object.values(inStages)) assert.ok(names.includes(stage), stage)
  for (const [, list] of [...named].flatMap((one) => [one.match(only)].filter(Boolean)))
    for (const name of list.split(',')) assert.ok(names.includes(name), name)
})

test('rooms that are checked have tests', () => {
  for (const [, words] of [...named].flatMap((one) => [one.match(check)].filter(Boolean)))
    assert.ok(stagesFor(words.split(' ').filter((word) => !word.startsWith('--'))).length > 10, words)
})

const choosesMore = (words) =>
  chosenRealSizes(words).length > 0 || ['training', 'memory', 'cold'].some((part) => partChosen(words, part))

test('options of the benchmark choose something', () => {
  for (const [, script, words] of [...named].flatMap((one) => [one.match(options)].filter(Boolean))) {
    const quick = script === 'bench:quick'
    const { only: chosen, rounds } = optionsFrom([...(quick ? ['--quick'] : []), ...words.split(' ')])
    if (['bench:loading', 'bench:threads', 'bench:weights'].includes(script)) assert.ok(rounds > 0, words)
    else assert.ok(chosenItems(chosen, quick).length > 0 || (!quick && choosesMore(chosen)), words)
  }
})

test('options of the fuzzer choose something, and it runs', () => {
  const chosen = [...named].flatMap((one) => [one.match(fuzz)].filter(Boolean))
  for (const [, words] of chosen) assert.ok(fuzzOptionsFrom(words?.split(' ') ?? []).minutes > 0, words)
  const args = ['run', 'fuzz', '--', '--minutes', '0.02', '--target', 'attention']
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, /^attention +[1-9]\d* cases .* 0 faults$/m)
})

for (const [command, [file, ...args]] of Object.entries(runs)) {
  test(command, () => {
    const kept = pictures()
    const before = changes()
    const { status, stdout, stderr } = spawnSync(file, args, { cwd: root, encoding: 'utf8' })
    for (const [path, bytes] of kept) writeFileSync(path, bytes)
    assert.equal(status, 0, `${stdout}\n${stderr}`)
    assert.equal(changes(), before, 'what is committed is what the command writes')
  })
}

// Its exit code is a verdict on speed, which no test may depend on: it has to measure and to print its table.
test(benchQuick, () => {
  const args = ['run', 'bench:quick', '--', '--only', 'softmax', '--rounds', '3']
  const { stdout, stderr } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  assert.match(
    stdout,
    /^# Short benchmark$[\s\S]*^\| softmax\/\S+ simd +\| +[\d.]+ %? *\|/m,
    `${stdout}\n${stderr}`,
  )
})

/** The pictures that other tests compare with: `npm run screenshots` writes them, not always to the byte. */
function pictures() {
  const folder = join(root, 'tests/browser/elements/pictures')
  const paths = [join(root, 'docs/images/demo.png'), ...readdirSync(folder).map((name) => join(folder, name))]
  return paths.map((path) => [path, readFileSync(path)])
}

/** Tracked files that differ from the commit, with their contents; empty where there is no repository. */
function changes() {
  return spawnSync('git', ['diff', 'HEAD'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout
}

for (const command of servers) {
  test(command, async () => {
    const [file, ...args] = command.split(' ')
    const server = spawn(file, args, { cwd: root, detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = new Promise((resolve) => server.on('exit', resolve))
    try {
      const address = await addressOf(server)
      const page = await fetch(address)
      assert.equal(page.status, 200)
      assert.match(await page.text(), /<html[^>]*lang="en"/)
    } finally {
      process.kill(-server.pid, 'SIGINT')
      await ended
    }
  })
}

/** As it is printed once the page is served. */
async function addressOf(server) {
  let printed = ''
  for await (const text of server.stdout) {
    printed += text
    const address = printed.match(/served at (http:\S+)/)?.[1]
    if (address) return address
  }
  throw new Error(printed)
}
