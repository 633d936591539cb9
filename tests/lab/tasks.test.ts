// Every task beside an independent solver of its printed sequences, and its chance level beside a simulation.

import { describe, expect, test } from 'vitest'
import { IGNORED, type Sample, type Task } from '../../web/lab/tasks/task.js'
import { type TaskName, taskNames, taskOf, tasks } from '../../web/lab/tasks/tasks.js'
import { Pcg32 } from '../../web/lib/boundary/pcg32.js'
import { expectRefusal } from '../support/errors.js'
import { solvers } from './support/solvers.js'

const TEXT = 'The quick brown fox jumps over the lazy dog, and the dog sleeps on. '.repeat(40)
const madeOf = (name: TaskName): Task => (name === 'text' ? tasks.text({ text: TEXT }) : tasks[name]())

/** Prompt and answer as printed tokens: the ids and the last target. */
function printed(task: Task, { ids, targets }: Sample): string[] {
  return [...ids, targets.at(-1) as number].map((id) => task.vocabulary[id] as string)
}

/** What the targets say, by place in the whole sequence. */
function answersIn(task: Task, { targets }: Sample): Map<number, string> {
  const places = targets.map((id, i) => [i + 1, id] as const).filter(([, id]) => id !== IGNORED)
  return new Map(places.map(([i, id]) => [i, task.vocabulary[id] as string]))
}

describe.each(taskNames.filter((name) => name !== 'text'))('%s', (name) => {
  const task = madeOf(name)

  test('its answers and their places are those of the solver', () => {
    const random = new Pcg32(1)
    const lengths = [task.shortest, task.shortest + 1, 5, 16, 33, 64]
    for (const length of lengths.filter((length) => length <= task.longest)) {
      for (let i = 0; i < 50; i++) {
        const sample = task.sample(length, random)
        const wanted = solvers[name]?.(printed(task, sample))
        expect(answersIn(task, sample)).toEqual(wanted)
        expect(sample.ids.length).toBe(task.tokens(length))
      }
    }
  })

  test('its example is a sequence of the task', () => {
    const { prompt, answer } = task.example
    const tokens = `${prompt} ${answer}`.split(' ')
    for (const token of tokens) expect(task.vocabulary).toContain(token)
    const wanted = name === 'dyck' ? tokens : [...(solvers[name]?.(tokens) ?? new Map()).values()]
    expect(wanted.join(' ')).toContain(answer)
  })
})

describe.each(taskNames)('%s', (name) => {
  const task = madeOf(name)

  test('it says what it is in both languages, with a source', () => {
    for (const words of [task.name, task.definition, task.length]) {
      expect(words.en).toMatch(/\w/)
      expect(words.zh).not.toBe('')
    }
    expect(task.definition.zh).toMatch(/[\u4e00-\u9fff].*。/)
    expect(task.source).toMatch(/\d{4}|vinhowe/)
    expect(new Set(task.vocabulary).size).toBe(task.vocabulary.length)
  })

  test('the same seed gives the same sequences, another seed others', () => {
    const drawn = (seed: number) => {
      const random = new Pcg32(seed)
      return Array.from({ length: 20 }, () => task.sample(9, random))
    }
    expect(drawn(5)).toEqual(drawn(5))
    expect(drawn(5)).not.toEqual(drawn(6))
  })

  test('its plain data make the same task', () => {
    const again = taskOf(JSON.parse(JSON.stringify(task.spec)))
    expect(again.vocabulary).toEqual(task.vocabulary)
    expect(again.sample(9, new Pcg32(2))).toEqual(task.sample(9, new Pcg32(2)))
    expect(taskOf(task).spec).toEqual(task.spec)
  })

  test.each([0, -1, 1.5, Number.NaN, 2 ** 40])('length %s is refused', (length) => {
    expectRefusal(() => task.sample(length, new Pcg32(0)), 'ERR_VALUE', 'length')
  })

  test('the best guess without the prompt reaches the chance level', () => {
    for (const length of [task.shortest, Math.max(task.shortest, 3), 6]) {
      const { accuracy, exactMatch } = guessed(task, length)
      const chance = task.chance(length)
      expect(Math.abs(accuracy - chance.accuracy), `accuracy ${accuracy} at ${length}`).toBeLessThan(0.012)
      expect(Math.abs(exactMatch - chance.exactMatch), `exact ${exactMatch} at ${length}`).toBeLessThan(0.012)
    }
  })
})

/** The most frequent token of each place of the answer and the most frequent answer, found on some samples, scored on others. */
function guessed(task: Task, length: number): { accuracy: number; exactMatch: number } {
  const answers = (seed: number) => {
    const random = new Pcg32(seed)
    return Array.from({ length: 20_000 }, () =>
      task.sample(length, random).targets.filter((id) => id !== IGNORED),
    )
  }
  const seen = answers(11)
  const places = seen[0]?.map((_, place) => mostFrequent(seen.map((answer) => answer[place]))) ?? []
  const whole = mostFrequent(seen.map((answer) => answer.join()))
  const unseen = answers(12)
  const right = unseen.map((answer) => answer.filter((id, i) => id === places[i]).length)
  return {
    accuracy: right.reduce((a, b) => a + b) / unseen.length / places.length,
    exactMatch: unseen.filter((answer) => answer.join() === whole).length / unseen.length,
  }
}

function mostFrequent<T>(values: readonly T[]): T {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}

test('of sorted digits the exact chance level, by enumeration of all strings', () => {
  const strings = Array.from({ length: 1000 }, (_, i) => [...String(i).padStart(3, '0')].sort())
  const places = [0, 1, 2].map((place) => mostFrequent(strings.map((string) => string[place])))
  const right = strings.flatMap((string) => string.filter((digit, i) => digit === places[i])).length
  const whole = mostFrequent(strings.map((string) => string.join('')))
  const exact = strings.filter((string) => string.join('') === whole).length
  expect(tasks.sort().chance(3).accuracy).toBeCloseTo(right / 3000, 12)
  expect(tasks.sort().chance(3).exactMatch).toBeCloseTo(exact / 1000, 12)
})

test('of long sorted strings it stays a probability', () => {
  for (const length of [100, 1000]) {
    const { accuracy, exactMatch } = tasks.sort().chance(length)
    expect(accuracy).toBeGreaterThan(0.5)
    expect(accuracy).toBeLessThan(1)
    expect(exactMatch).toBeGreaterThan(0)
  }
})

test('of a text the last tenth is held out', () => {
  const text = `${'a b c d e '.repeat(9)}${'f g h i j '}`
  const task = tasks.text({ text })
  const random = new Pcg32(4)
  const held = task.heldOut as Task
  for (let i = 0; i < 200; i++) {
    const trained = task.sample(5, random).ids.map((id) => task.vocabulary[id])
    const tested = held.sample(5, random).ids.map((id) => held.vocabulary[id])
    expect(trained.join('')).toMatch(/^[a-e ]+$/)
    expect(tested.join('')).toMatch(/^[f-j ]+$/)
    expect(text).toContain(trained.join(''))
    expect(text).toContain(tested.join(''))
  }
})

test('a text in any script is counted in characters, not in halves of them', () => {
  const task = tasks.text({ text: '𝛼𝛽 位置🙂'.repeat(10) })
  expect(task.vocabulary).toHaveLength(6)
  expect(task.vocabulary).toContain('🙂')
})

test('a text without an answer is refused', () => {
  expectRefusal(() => tasks.text({ text: '' }), 'ERR_VALUE', 'text', '0 characters')
  expectRefusal(() => tasks.text({} as never), 'ERR_TYPE', 'text')
  expectRefusal(() => taskOf('text'), 'ERR_TYPE', 'text')
})

test('with `last` windows of every length end at the same places of the held-out text, and only their ends count', () => {
  const text = Array.from({ length: 3000 }, (_, i) => String.fromCharCode(97 + ((i * i) % 23))).join('')
  const held = tasks.text({ text, last: 4 }).heldOut as Task
  const drawn = (length: number) => {
    const random = new Pcg32(8)
    return Array.from({ length: 30 }, () => held.sample(length, random))
  }
  const [short, long] = [drawn(4), drawn(100)]
  for (const [i, { ids, targets }] of long.entries()) {
    expect(targets.filter((id) => id !== IGNORED)).toEqual(short[i]?.targets)
    expect(ids.slice(-4)).toEqual(short[i]?.ids)
    expect(text.slice(-300)).toContain(ids.map((id) => held.vocabulary[id]).join(''))
  }
  expect(held.chance(4)).toEqual(held.chance(100))
  expectRefusal(() => held.sample(3, new Pcg32(0)), 'ERR_VALUE', 'length', '3')
  expectRefusal(() => tasks.text({ text, last: 151 }), 'ERR_VALUE', 'last', '151')
})

test('tasks by which encodings are compared say what decides, in both languages', () => {
  const told = taskNames.map(madeOf).flatMap(({ mechanism }) => mechanism ?? [])
  expect(told.length).toBeGreaterThanOrEqual(9)
  for (const { en, zh } of told) {
    expect(en).toMatch(/\w.*\./)
    expect(zh).toMatch(/[\u4e00-\u9fff].*。/)
  }
})

test('of the likeliest count since a mark and of a majority the chance level, by enumeration', () => {
  const answers = (name: 'sinceMark' | 'majority', length: number) => {
    const random = new Pcg32(3)
    return Array.from({ length: 100_000 }, () => tasks[name]().sample(length, random).targets.join())
  }
  for (const [name, length] of [
    ['sinceMark', 17],
    ['sinceMark', 9],
    ['majority', 8],
  ] as const) {
    const counts = new Map<string, number>()
    for (const answer of answers(name, length)) counts.set(answer, (counts.get(answer) ?? 0) + 1)
    const most = [...counts.values()].reduce((a, b) => Math.max(a, b)) / 100_000
    expect(Math.abs(most - tasks[name]().chance(length).exactMatch), name).toBeLessThan(0.006)
  }
})

test('more pairs than keys are refused', () => {
  const task = tasks.associativeRecall({ keys: 4 })
  expectRefusal(() => task.sample(5, new Pcg32(0)), 'ERR_VALUE', 'length', '5', '1 to 4')
})

test('counted from the end, the k-th token is the k-th from the end', () => {
  const task = tasks.repeatKth({ k: 2, from: 'end' })
  for (let i = 0; i < 50; i++) {
    const { ids, targets } = task.sample(7, new Pcg32(i))
    expect(targets.at(-1)).toBe(ids.at(-3)) // before the equals sign and the last letter
  }
})

test('unknown tasks and options are refused', () => {
  expectRefusal(() => taskOf('copies'), 'ERR_VALUE', 'task', '"copies"', 'uniqueSort, copy, reverse')
  expectRefusal(() => taskOf('toString'), 'ERR_VALUE', 'task')
  expectRefusal(() => taskOf(3), 'ERR_TYPE', 'task')
  expectRefusal(() => taskOf({}), 'ERR_TYPE', 'task.type')
  expectRefusal(() => taskOf({ type: 'copy', letters: 3 }), 'ERR_VALUE', 'letters', 'symbols')
  expectRefusal(() => tasks.copy({ symbols: 1 }), 'ERR_VALUE', 'symbols')
  expectRefusal(() => tasks.modularAddition({ modulus: 1.5 }), 'ERR_VALUE', 'modulus')
  expectRefusal(() => tasks.repeatKth({ k: 0 }), 'ERR_VALUE', 'k')
  expectRefusal(() => tasks.repeatKth({ from: 'middle' as never }), 'ERR_VALUE', 'from')
})
