import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MOST_WAITING, ownTimes, undisturbed, waitedShare } from '../../tests/bench/waiting.mjs'

const timesOf = (threads) =>
  new Map(Object.entries(threads).map(([id, [ran, waited]]) => [id, { ran, waited }]))

/** A clock by which each measurement waits the next of these shares. */
function clock(shares) {
  let [ran, waited, reads] = [0, 0, 0]
  return () => {
    if (reads++ % 2 === 1) {
      const share = shares[(reads >> 1) - 1]
      waited += 100 * share
      ran += 100 * (1 - share)
    }
    return timesOf({ main: [ran, waited] })
  }
}

async function measured(shares) {
  let times = 0
  const { value, waited } = await undisturbed(async () => ++times, clock(shares))
  return { value, times, waited: Number(waited.toFixed(6)) }
}

test('the share counts all threads, also those that came meanwhile', () => {
  const before = timesOf({ main: [10, 5], ended: [1000, 1000] })
  const after = timesOf({ main: [70, 15], helper: [20, 10] })
  assert.equal(waitedShare(before, after), 20 / 100)
})

test('what was hardly disturbed is measured once', async () => {
  assert.deepEqual(await measured([MOST_WAITING]), { value: 1, times: 1, waited: MOST_WAITING })
})

test('what was disturbed is measured again, and the quietest is kept', async () => {
  assert.deepEqual(await measured([0.4, 0.01]), { value: 2, times: 2, waited: 0.01 })
  assert.deepEqual(await measured([0.4, 0.1, 0.2]), { value: 2, times: 3, waited: 0.1 })
})

test('where the system does not count, everything is measured once', async () => {
  let times = 0
  const { waited } = await undisturbed(
    async () => ++times,
    () => new Map(),
  )
  assert.ok(Number.isNaN(waited))
  assert.equal(times, 1)
})

test('Linux counts the threads of this process', { skip: process.platform !== 'linux' }, () => {
  const before = ownTimes()
  assert.ok(before.size > 1)
  for (let i = 0, end = Date.now() + 20; Date.now() < end; i++) Math.sqrt(i)
  const after = ownTimes()
  assert.ok([...after].some(([id, { ran }]) => ran > (before.get(id)?.ran ?? 0)))
})
