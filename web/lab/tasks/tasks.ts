// The list of tasks, and how a task is found by its name or its plain data.

import { fieldsOf, oneOf, optionsOf, textOf } from '../../lib/boundary/checks.js'
import { refuse, show } from '../../lib/boundary/errors.js'
import { associativeRecall } from './associative-recall.js'
import { copy } from './copy.js'
import { dyck } from './dyck.js'
import { firstToken } from './first-token.js'
import { hintedAddition } from './hinted-addition.js'
import { induction } from './induction.js'
import { latestSymbol } from './latest-symbol.js'
import { lookBack } from './look-back.js'
import { majority } from './majority.js'
import { modularAddition } from './modular-addition.js'
import { parity } from './parity.js'
import { repeatKth } from './repeat-kth.js'
import { reverse } from './reverse.js'
import { reversedAddition } from './reversed-addition.js'
import { sinceMark } from './since-mark.js'
import { sort } from './sort.js'
import type { Task, TaskSpec } from './task.js'
import { text } from './text.js'
import { uniqueCopy } from './unique-copy.js'
import { uniqueSort } from './unique-sort.js'
import { whichFirst } from './which-first.js'

/** The tasks by name, each a function of its options. */
export const tasks = {
  lookBack,
  firstToken,
  latestSymbol,
  sinceMark,
  majority,
  induction,
  uniqueCopy,
  uniqueSort,
  copy,
  reverse,
  sort,
  repeatKth,
  associativeRecall,
  parity,
  modularAddition,
  reversedAddition,
  hintedAddition,
  dyck,
  whichFirst,
  text,
} as const

export type TaskName = keyof typeof tasks

export const taskNames = Object.keys(tasks) as readonly TaskName[]

const OPTIONS: Readonly<Record<TaskName, readonly string[]>> = {
  lookBack: ['k', 'symbols'],
  firstToken: ['symbols'],
  latestSymbol: [],
  sinceMark: [],
  majority: [],
  induction: ['symbols'],
  uniqueCopy: ['symbols'],
  uniqueSort: ['symbols'],
  copy: ['symbols'],
  reverse: ['symbols'],
  sort: [],
  repeatKth: ['k', 'from', 'symbols'],
  associativeRecall: ['keys'],
  parity: [],
  modularAddition: ['modulus'],
  reversedAddition: [],
  hintedAddition: [],
  dyck: [],
  whichFirst: [],
  text: ['text', 'last'],
}

/** A task by its name, by its plain data, or as `tasks` made it. */
export function taskOf(value: unknown, argument = 'task'): Task {
  const { type, ...options } = typeof value === 'string' ? { type: value } : specOf(value, argument)
  const name = textOf(type, `${argument}.type`)
  if (!Object.hasOwn(tasks, name)) throw refuse('ERR_VALUE', argument, show(name), oneOf(taskNames))
  const known = name as TaskName
  const given = optionsOf(options, argument, OPTIONS[known])
  return (tasks[known] as (options: object) => Task)(withoutUndefined(given))
}

function specOf(value: unknown, argument: string): Partial<TaskSpec> {
  const fields = fieldsOf(value, argument)
  return (
    typeof fields.sample === 'function' ? fieldsOf(fields.spec, `${argument}.spec`) : fields
  ) as TaskSpec
}

function withoutUndefined(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined))
}
