// The command line of the benchmark.
import { Failure } from '../../tools/failure.mjs'

const usage = `npm run bench -- [--quick] [--only WORD,WORD…] [--rounds N] [--threads N] [--record]
  --quick    ours against the peak and the committed baseline, without peers (npm run bench:quick)
  --only     items whose id begins with a word, or has it between slashes: attention, gemm, causal, 1024, real-sizes, F16 …,
             or training, memory, cold
  --rounds   samples of each candidate, at least 3; 15 when absent
  --threads  threads of each engine for real-sizes, in an isolated page; 1 when absent
  --record   keep the tables in tests/bench/results; with --quick: renew the baseline of this kind of machine`

/** @param {string[]} words */
export function optionsFrom(words) {
  const options = { quick: false, only: [], rounds: 15, threads: 1, record: false }
  const rest = [...words]
  while (rest.length > 0) {
    const word = rest.shift()
    if (word === '--quick') options.quick = true
    else if (word === '--record') options.record = true
    else if (word === '--only') options.only = (rest.shift() ?? '').split(',').filter(Boolean)
    else if (word === '--rounds') options.rounds = Number(rest.shift())
    else if (word === '--threads') options.threads = Number(rest.shift())
    else throw new Failure(`${word} is not known.\n${usage}`)
  }
  if (!(Number.isInteger(options.rounds) && options.rounds >= 3))
    throw new Failure(`--rounds wants 3 or more.\n${usage}`)
  if (!(Number.isInteger(options.threads) && options.threads >= 1))
    throw new Failure(`--threads wants 1 or more.\n${usage}`)
  if (words.includes('--only') && options.only.length === 0)
    throw new Failure(`--only wants words.\n${usage}`)
  return options
}
