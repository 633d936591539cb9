// The arguments of `whereformer train`.

import { parseArgs } from 'node:util'
import type { LabOptions } from '../lab/exports.js'
import { messageOf } from '../lib/boundary/errors.js'
import { UsageError } from './usage.js'

export const HELP = `Usage: npx whereformer train --task NAME --position POSITION --train-length N --test-lengths N[,N…] [options]
       npx whereformer train --plan FILE --list | --run NAME --out FILE | --merge FOLDER

Trains small Transformers, one per position encoding and seed, and tests them at other lengths.

  --task NAME           lookBack, firstToken, latestSymbol, sinceMark, majority, induction, uniqueCopy, uniqueSort, copy,
                        reverse, sort, repeatKth, associativeRecall, parity, modularAddition, reversedAddition,
                        hintedAddition, dyck, whichFirst, or text with --text FILE
  --position POSITION   none, sinusoidal, learned, rope, alibi, t5, fire, kerple, shaw, transformerXl, cope, randomized,
                        randomizedFloats; rope,alibi is one after the other, rope+alibi both at once, all each of them.
                        Also a formula, bias='-log(1 + abs(d)) * 2^-(h+1)' of d = key − query, i, j, h, H and n, whose
                        table training starts from, or frequencies='10000^(-2*k/D)' of a rotation; JSON such as '{"type":"alibi","slopes":[2,1,0.5,0.1]}', a file of JSON, or a module
                        (./mine.mjs) whose default export is a position, or a function (head, query, key) => bias, which
                        becomes a table that training starts from. May be repeated.
  --train-length N      training lengths are drawn uniformly up to this one
  --shortest-train-length N
                        from this one; default: the shortest of the task
  --test-lengths N,…    lengths to test at
  --seeds N             how many seeds (1, 2, … N); default 1
  --steps N             training steps; default 1000
  --patience N          a run ends when its loss at training lengths has not fallen for N steps; default: never
  --batch N             sequences per step; default 64
  --test-count N        sequences per test length; default 128
  --learning-rate X     default 0.002
  --layers N --heads N --d-model N --d-ff N
                        default 2, 4, 64, 256
  --workers N           runs at once; default: the cores less one
  --text FILE           the text of the task text
  --keep FOLDER         keep the runs there; the same command goes on where it was stopped
  --out FILE            write the results as JSON
  --quiet               no progress, only what went wrong
  --help

A plan is a file of experiments. Each of its runs is a command of its own, so any program that runs commands can spread them:

  --plan FILE           the plan
  --list                prints the names of its runs
  --run NAME            trains one and writes its numbers to --out FILE
  --merge FOLDER        puts the files in a folder together, also if some are missing; with --out FILE into a file

Exit code: 0 if all runs came to their end, 1 if one failed, 2 if an argument is wrong.
`

export interface TrainArguments {
  help: boolean
  lab: Omit<LabOptions, 'task' | 'encodings'>
  position: readonly string[]
  task: string
  text: string | undefined
  workers: number | undefined
  keep: string | undefined
  out: string | undefined
  quiet: boolean
}

const TEXTS = [
  'task',
  'train-length',
  'shortest-train-length',
  'test-lengths',
  'seeds',
  'steps',
  'patience',
  'batch',
  'test-count',
  'learning-rate',
  'layers',
  'heads',
  'd-model',
  'd-ff',
  'workers',
  'text',
  'keep',
  'out',
] as const
const FLAGS = ['quiet', 'help'] as const

type Values = Partial<Record<(typeof TEXTS)[number], string> & Record<(typeof FLAGS)[number], boolean>> & {
  position?: string[]
}

export function trainArguments(args: readonly string[]): TrainArguments {
  const values = valuesOf(args)
  const help = values.help === true
  const number = (name: (typeof TEXTS)[number]) => numberIn(values, name)
  return {
    help,
    task: help ? '' : required(values, 'task'),
    text: values.text,
    workers: number('workers'),
    keep: values.keep,
    out: values.out,
    quiet: values.quiet === true,
    position: help ? [] : positionsIn(values),
    lab: {
      trainLength: help ? 1 : toNumber('train-length', required(values, 'train-length')),
      testLengths: help ? [] : listOf('test-lengths', required(values, 'test-lengths')),
      seeds: number('seeds') ?? 1,
      ...given('shortestTrainLength', number('shortest-train-length')),
      ...given('steps', number('steps')),
      ...given('patience', number('patience')),
      ...given('batch', number('batch')),
      ...given('testCount', number('test-count')),
      model: {
        ...given('layers', number('layers')),
        ...given('heads', number('heads')),
        ...given('dModel', number('d-model')),
        ...given('dFf', number('d-ff')),
      },
      optimizer: given('learningRate', number('learning-rate')),
    },
  }
}

function valuesOf(args: readonly string[]): Values {
  const options = Object.fromEntries([
    ['position', { type: 'string', multiple: true }] as const,
    ...TEXTS.map((name) => [name, { type: 'string' }] as const),
    ...FLAGS.map((name) => [name, { type: 'boolean' }] as const),
  ])
  try {
    return parseArgs({ args: [...args], options, strict: true }).values as Values
  } catch (cause) {
    throw new UsageError(messageOf(cause))
  }
}

function required(values: Values, name: (typeof TEXTS)[number]): string {
  const value = values[name]
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing`)
  return value
}

function numberIn(values: Values, name: (typeof TEXTS)[number]): number | undefined {
  const value = values[name]
  return value === undefined ? undefined : toNumber(name, value)
}

function toNumber(name: string, text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(number))
    throw new UsageError(`--${name}: got ${JSON.stringify(text)}, wanted a number`)
  return number
}

function listOf(name: string, text: string): number[] {
  return text.split(',').map((part) => toNumber(name, part))
}

function positionsIn({ position = [] }: Values): readonly string[] {
  if (position.length === 0 || position.includes('')) throw new UsageError('--position is missing')
  return position
}

function given<K extends string>(key: K, value: number | undefined): { [k in K]?: number } {
  return value === undefined ? {} : ({ [key]: value } as { [k in K]?: number })
}
