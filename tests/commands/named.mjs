// The commands that pages name, and what proves each: a stage of `npm test`, a run of commands.test.mjs, or an excuse.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/paths.mjs'

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

export const named = new Set(pages.flatMap(commandsIn))

// A stage of `npm test` runs the same.
export const inStages = {
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
export const needsTorch = /^(python3 -m venv build\/python |build\/python\/bin\/(?:python|pip) )/

// What no test runs, and why.
export const excused = {
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

export const servers = ['npm start', 'npm run dev']

export const runs = {
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

export const benchQuick = 'npm run bench:quick'

export const options = /^npm run (bench|bench:quick|bench:loading|bench:threads|bench:weights) -- (.+)$/
export const fuzz = /^npm run fuzz(?: -- (.+))?$/
export const only = /^npm test -- --only (\S+)$/
export const check = /^npm run check -- (.+)$/
