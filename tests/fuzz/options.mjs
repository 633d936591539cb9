// The command line of the fuzzer.
import { Failure } from '../../tools/failure.mjs'

/** They are in tests/fuzz/targets. */
const targets = [
  ...[
    'positions',
    'formula',
    'config',
    'tokenizer',
    'tokenizer-files',
    'marian-files',
    'safetensors',
    'gguf',
    'gguf-tokenizers',
    'torch',
    'told',
    'past',
    'arguments',
    'attention',
    'worker',
    'elements',
  ],
]

const usage = `npm run fuzz -- [--minutes N] [--target NAME] [--seed S]
  --minutes   of each target; 1 when absent
  --target    ${targets.join(', ')}; all when absent
  --seed      a whole number; the same seed makes the same cases; 1 when absent
  --record    adds the figures to docs/reliability/runs.json`

/** @param {string[]} words */
export function optionsFrom(words) {
  const options = { minutes: 1, targets, seed: 1, record: false }
  const rest = [...words]
  while (rest.length > 0) {
    const word = rest.shift()
    if (word === '--minutes') options.minutes = Number(rest.shift())
    else if (word === '--seed') options.seed = Number(rest.shift())
    else if (word === '--target') options.targets = [rest.shift() ?? '']
    else if (word === '--record') options.record = true
    else throw new Failure(`${word} is not known.\n${usage}`)
  }
  if (!(options.minutes > 0)) throw new Failure(`--minutes wants a number above 0.\n${usage}`)
  if (!Number.isSafeInteger(options.seed)) throw new Failure(`--seed wants a whole number.\n${usage}`)
  const stranger = options.targets.find((name) => !targets.includes(name))
  if (stranger !== undefined) throw new Failure(`--target knows no "${stranger}".\n${usage}`)
  return options
}
