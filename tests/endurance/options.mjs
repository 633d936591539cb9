// The command line of the endurance run.
import { Failure } from '../../tools/failure.mjs'

const usage = `npm run endurance -- [--calls N] [--models N] [--workers N] [--record]
  --calls, --models, --workers   how many; 100000, 10000 and 1000 when absent
  --record                       writes the figures to docs/reliability/endurance.json`

/** @param {string[]} words */
export function optionsFrom(words) {
  const options = { calls: 100_000, models: 10_000, workers: 1000, record: false }
  const rest = [...words]
  while (rest.length > 0) {
    const word = rest.shift()
    const name = word.replace(/^--/, '')
    if (name === 'record') options.record = true
    else if (name in options) options[name] = Number(rest.shift())
    else throw new Failure(`${word} is not known.\n${usage}`)
  }
  for (const name of ['calls', 'models', 'workers'])
    if (!Number.isSafeInteger(options[name]) || options[name] < 0)
      throw new Failure(`--${name} wants a number.\n${usage}`)
  return options
}
