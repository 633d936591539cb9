// Faults that attacks from outside found, for docs/reliability.md: what each did, and the tests that would notice it again. A file or a title
// that does not exist ends `npm run generate`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'

/** @type {{ letter: string, what: string, before: string, tests: [file: string, ...titles: string[]][] }[]} */
const faults = [
  {
    letter: 'A',
    what: 'Results without elements were one shared array, which was also taken for a fitting `out`.',
    before:
      '“Cannot perform set on a detached ArrayBuffer”: the core stopped, and with it all models and tensors; the worker, too.',
    tests: [
      [
        'tests/wasm/empty.test.ts',
        'results without elements',
        'may be transferred, and everything else goes on',
      ],
      ['tests/wasm/worker.test.ts', 'results without elements end nothing'],
    ],
  },
  {
    letter: 'B',
    what: 'Sizes and memory that a config.json asks for were not counted before they were allocated.',
    before: 'The worker did not answer within a minute.',
    tests: [
      [
        'tests/lib/config-limits.test.ts',
        'sizes',
        'the core refuses the same by itself, and answers afterwards',
        'memory',
      ],
      [
        'tests/wasm/worker.test.ts',
        'a config that asks for too much is refused, and a sound one is loaded then',
      ],
    ],
  },
  {
    letter: 'C',
    what: 'A boolean mask was converted through a list: one of 11 000² ended the process.',
    before: '`Float32Array.from` and a search with a function, number by number.',
    tests: [['tests/wasm/masks.test.ts', 'a large one is never a list of numbers']],
  },
  {
    letter: 'D',
    what: 'Near the end of the memory `operator new` aborted; other allocations that failed had the wrong code.',
    before: 'The core stopped at the first allocation that failed, in each group of scenarios.',
    tests: [
      ['tests/allocation/allocation.test.ts', '%s'],
      [
        'tests/native/core/growing_array_test.cpp',
        'a growing array refuses what cannot be had and keeps what it has',
      ],
    ],
  },
  {
    letter: 'E',
    what: 'A tokenizer.json was used as it came: patterns, rules, words and ids.',
    before:
      '16 of 17 hostile files were accepted, did not end, or ended in an error that names no part of them; rules that double the text did not end within a minute.',
    tests: [
      [
        'tests/lib/tokenizer.test.ts',
        'a hostile tokenizer.json is refused when it is loaded',
        'rules that double the text end, and the next call is right',
      ],
      ['tests/lib/tokenizer-patterns.test.ts', 'patterns that could hang'],
      ['tests/lib/tokenizer-mutations.test.ts', '%s'],
    ],
  },
  {
    letter: 'F',
    what: 'JSON alone ended in raw errors or NaN: 8000 levels, tables and norms of another kind.',
    before: 'Tables and norms of any kind were accepted, and nested objects of any depth.',
    tests: [
      [
        'tests/lib/config-limits.test.ts',
        'depth',
        'tables of a model in its own words',
        '%s: nothing but WhereformerErrors',
      ],
    ],
  },
  {
    letter: 'G',
    what: 'Lists of sequences were passed as the arguments of `Math.max`.',
    before: 'RangeError: Maximum call stack size exceeded.',
    tests: [
      [
        'tests/lib/many-sequences.test.ts',
        'a batch: its largest position is found, where tables end and where frequencies follow it',
        'a sequence: the segment of each position',
      ],
    ],
  },
  {
    letter: 'H',
    what: 'Loops over a long axis beside an empty one.',
    before: 'A loop over the long axis: no end within minutes.',
    tests: [['tests/wasm/empty.test.ts', 'axes of any length beside an empty one']],
  },
  {
    letter: 'I',
    what: 'Legal parameters that computed for more than 40 seconds.',
    before: 'They were computed, for up to minutes.',
    tests: [
      [
        'tests/wasm/measure.test.ts',
        'more heads than a few seconds allow',
        'wider heads',
        'a length for narrow heads',
        'a bias of more cosines than a few seconds allow',
      ],
    ],
  },
  {
    letter: 'J',
    what: 'A model in a worker whose second loading failed kept that failure.',
    before: 'Every later call answered the first failure.',
    tests: [
      ['tests/wasm/worker.test.ts', 'a model whose second loading failed is loaded by the call after that'],
    ],
  },
  {
    letter: 'K',
    what: 'A view of a heap tensor that was disposed of was taken as `out`.',
    before: 'It was taken.',
    tests: [
      [
        'tests/wasm/heap-tensor.test.ts',
        'a view of a tensor that was disposed of, and a part of it',
        'nothing is written there, though another tensor lies there now',
      ],
    ],
  },
  {
    letter: 'L',
    what: 'Objects that claim a class, throw when they are read, or contain themselves; BigInts; `file://host/x`.',
    before:
      'TypeErrors of the platform (`ERR_INVALID_THIS`, `ERR_INVALID_FILE_URL_HOST`, “Converting circular structure to JSON”); a RangeError that `positions` throw came out as it is.',
    tests: [
      [
        'tests/wasm/impostors.test.ts',
        'load',
        'loadModel',
        'a config that contains itself',
        'a model',
        'a tensor',
      ],
    ],
  },
  {
    letter: 'M',
    what: 'Options of the worker’s entry were not checked; a script that is not the worker’s was awaited for ever.',
    before: '“Cannot destructure property of null”; the script was awaited for ever.',
    tests: [
      [
        'tests/wasm/worker.test.ts',
        'options that are no object',
        'options of generate are checked here',
        'a script that is not the worker’s: a sentence, after a while',
      ],
    ],
  },
  {
    letter: 'N',
    what: 'Entries of the lock files had no hash, the packages of the toolchain no record.',
    before: 'The check passed with 12 entries without a hash.',
    tests: [
      [
        'tools/tests/check-lock.test.mjs',
        'a package without a hash is found, unless it is for another system only',
      ],
      [
        'tools/tests/recorded-packages.test.mjs',
        'the recorded bytes are accepted, others of the same version and older versions are not',
        'the set-up stops at other bytes with a sentence',
      ],
    ],
  },
  {
    letter: 'O',
    what: 'An element that moved to another document and back.',
    before:
      'NotAllowedError: “Sharing constructed stylesheets in multiple documents is not allowed”; the element never got ready.',
    tests: [
      [
        'tests/browser/elements/anywhere.spec.ts',
        'a figure that moves to the document of a frame and back is styled, computes, and complains of nothing',
      ],
    ],
  },
  {
    letter: 'P',
    what: 'iRoPE with more queries than keys, aligned at the end: logarithms of negative positions.',
    before: 'NaN, alone and with rerope or selfExtend.',
    tests: [
      [
        'tests/wasm/finite.test.ts',
        'queries of irope before position 0 are not scaled',
        'with rerope',
        'with selfExtend',
      ],
    ],
  },
  {
    letter: 'Q',
    what: 'CoPE after a scale of 0.',
    before: 'NaN.',
    tests: [['tests/wasm/finite.test.ts', 'CoPE after the scale cannot be scaled by 0']],
  },
  {
    letter: 'R',
    what: 'Pickles and the lists of GGUF were bounded by their bytes, and not by the memory that they become.',
    before:
      'A pickle of 9 MB took 2.0 GB and 7.5 seconds before it was refused, a GGUF header of 120 MB 0.8 GB and 9.5 seconds; now 0.13 GB and 0.4 seconds, and less.',
    tests: [
      ['tests/lib/weight-files-refused.test.ts', 'millions of %j', 'with lists that are long together'],
    ],
  },
  {
    letter: 'S',
    what: 'Any text was a `vocab.txt`: a Git LFS pointer, an HTML page, a file of another tokenizer.',
    before: 'Each line of it was a token.',
    tests: [
      [
        'tests/lib/tokenizer-files.test.ts',
        'a Git LFS pointer in place of %s',
        'the file of another class, and what is no such file',
      ],
    ],
  },
  {
    letter: 'T',
    what: 'A config with an integer that JSON cannot hold.',
    before: '“Do not know how to serialize a BigInt”.',
    tests: [['tests/lib/told-by-tensors.test.ts', 'a field that JSON cannot hold']],
  },
  {
    letter: 'U',
    what: 'A text that went on in a cache took keys for its own that had been computed among other tokens: evicted and renumbered, hidden for a while, at given positions.',
    before: 'Other tokens than those of a new cache.',
    tests: [
      ['tests/lib/generate-past.test.ts', 'so are tokens that have seen others than those before them'],
    ],
  },
  {
    letter: 'V',
    what: 'A config of many layers without `model_type`, beside a file of few tensors.',
    before: 'A recipe of every family was made for 512 layers: 8.5 seconds.',
    tests: [
      ['tests/lib/told-by-tensors.test.ts', 'more layers than tensors are those of no family, at once'],
    ],
  },
]

export function faultsTable() {
  const rows = faults.map(
    ({ letter, what, before, tests }) =>
      `| ${letter} | ${what} | ${before} | ${tests.map(named).join('; ')} |`,
  )
  return `| | fault | before | tests |
|---|---|---|---|
${rows.join('\n')}`
}

function named([file, ...titles]) {
  const text = readFileSync(join(root, file), 'utf8')
  const missing = titles.find((title) => !text.includes(title))
  if (missing) throw new Failure(`${file} has no test "${missing}", which docs/reliability.md names`)
  const shown = titles.filter((title) => !title.startsWith('%s')).map((title) => `“${title}”`)
  return [`\`${file}\``, shown.join(', ')].filter(Boolean).join(': ')
}
