// The program of the package: `npx whereformer train …`.

import { messageOf } from '../lib/boundary/errors.js'
import { train } from './train.js'

const USAGE = `Usage: npx whereformer train [options]

  train   train small Transformers under several position encodings and test them at other lengths (train --help)
`

const [command, ...rest] = process.argv.slice(2)
process.exitCode = await exitCode()

async function exitCode(): Promise<number> {
  if (command === '--help' || command === 'help') {
    process.stdout.write(USAGE)
    return 0
  }
  if (command !== 'train') {
    process.stderr.write(
      `${command === undefined ? 'a command is missing' : `unknown command ${command}`}\n${USAGE}`,
    )
    return 2
  }
  try {
    return await train(rest, { out: process.stdout, err: process.stderr })
  } catch (cause) {
    process.stderr.write(`${messageOf(cause)}\n`)
    return 1
  }
}
