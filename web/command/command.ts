#!/usr/bin/env node
// The program of the package: `npx whereformer train …`, `inspect …`, `perplexity …`, `identify …`.

import { messageOf } from '../lib/boundary/errors.js'
import { identify } from './identify.js'
import { inspect } from './inspect.js'
import { perplexity } from './perplexity.js'
import { Terminal } from './terminal.js'
import { train } from './train.js'
import { UsageError } from './usage.js'

const USAGE = `Usage: npx whereformer COMMAND [options]

  train        train small Transformers under several position encodings and test them at other lengths
  inspect      what the files of a model say of its positions, what is ignored, what would be refused
  perplexity   how well a model predicts a text, by length, under its own positions and others
  identify     which convention arrays follow: encoding, layout, base, scaling, offset, scale

COMMAND --help describes its options.
`

const commands = { train, inspect, perplexity, identify }

const [command, ...rest] = process.argv.slice(2)
const out = new Terminal(process.stdout)
const err = new Terminal(process.stderr)
process.exitCode = await exitCode()

async function exitCode(): Promise<number> {
  if (command === '--help' || command === 'help') {
    out.write(USAGE)
    return 0
  }
  if (command === undefined || !Object.hasOwn(commands, command)) {
    const fault = command === undefined ? 'a command is missing' : `unknown command ${command}`
    err.write(`${fault}\n${USAGE}`)
    return 2
  }
  try {
    return await commands[command as keyof typeof commands](rest, { out, err })
  } catch (cause) {
    err.write(`${messageOf(cause)}\n`)
    return cause instanceof UsageError ? 2 : 1
  }
}
