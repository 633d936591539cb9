// How long the renderers of the benchmark's browser were ready to run while other programs had the cores. Linux counts it for every thread.
import { readdirSync, readFileSync } from 'node:fs'

/** A row that waited longer, as a share of the time in which it could have run, is measured again. */
export const MOST_WAITING = 0.05
const TRIES = 3

/**
 * Measures once, and up to twice more while other programs disturb it; the measurement that waited least is kept.
 * @param {() => Promise<T>} measure
 * @param {() => Times} times counts of the threads that compute
 * @returns {Promise<{value: T, waited: number}>} waited: from 0 to 1; NaN where the system does not count
 * @template T
 */
export async function undisturbed(measure, times = rendererTimes) {
  let best
  for (let i = 0; i < TRIES; i++) {
    const before = times()
    const value = await measure()
    const waited = waitedShare(before, times())
    if (!best || waited < best.waited) best = { value, waited }
    if (!(best.waited > MOST_WAITING)) break
  }
  return best
}

/** @typedef {Map<string, {ran: number, waited: number}>} Times nanoseconds by thread */

/** @returns {Times} of all threads of this process's browsers in which pages run */
export function rendererTimes() {
  const parents = new Map(processes().map((id) => [id, parentOf(id)]))
  return timesOf([...parents.keys()].filter((id) => descends(id, parents) && isRenderer(id)))
}

/** @returns {Times} of all threads of this process */
export const ownTimes = () => timesOf([String(process.pid)])

export function waitedShare(before, after) {
  let [ran, waited] = [0, 0]
  for (const [thread, now] of after) {
    const then = before.get(thread) ?? { ran: 0, waited: 0 }
    ran += now.ran - then.ran
    waited += now.waited - then.waited
  }
  return waited / (ran + waited)
}

const processes = () => listed('/proc').filter((name) => /^\d+$/.test(name))

/** A process that has ended meanwhile has no parent. */
const parentOf = (id) => read(`/proc/${id}/stat`).match(/\) \S (\d+)/)?.[1]

function descends(id, parents) {
  for (let at = parents.get(id); at; at = parents.get(at)) if (at === String(process.pid)) return true
  return false
}

/** Chromium joins its arguments by spaces. */
const isRenderer = (id) => /(^|\0| )--type=renderer(\0| )/.test(read(`/proc/${id}/cmdline`))

function timesOf(ids) {
  const threads = ids.flatMap((id) => listed(`/proc/${id}/task`).map((thread) => `${id}/task/${thread}`))
  const entries = threads.map((thread) => {
    const [ran, waited] = read(`/proc/${thread}/schedstat`).split(' ').map(Number)
    return [thread, { ran, waited }]
  })
  return new Map(entries.filter(([, { waited }]) => waited >= 0))
}

function listed(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function read(file) {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
