// Every command that a page names is proved by something, and its options choose something. None is run here (commands.test.mjs).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stagesFor } from '../../tools/check/check.mjs'
import { stages } from '../../tools/check/test-stages.mjs'
import { chosenItems, chosenRealSizes, partChosen } from '../bench/items.mjs'
import { optionsFrom } from '../bench/options.mjs'
import { optionsFrom as fuzzOptionsFrom } from '../fuzz/options.mjs'
import {
  benchQuick,
  check,
  excused,
  fuzz,
  inStages,
  named,
  needsTorch,
  only,
  options,
  runs,
  servers,
} from './named.mjs'

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

test('options of the fuzzer choose something', () => {
  for (const [, words] of [...named].flatMap((one) => [one.match(fuzz)].filter(Boolean)))
    assert.ok(fuzzOptionsFrom(words?.split(' ') ?? []).minutes > 0, words)
})
