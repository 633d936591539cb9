// One writer for each part of build/: two ninja processes in one folder corrupt each other's files.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../paths.mjs'

/** Runs the work while holding build/.lock-<part>, a file with our process id; the lock of a process that has ended is replaced. */
export async function alone(part, work) {
  const file = join(root, 'build', `.lock-${part}`)
  const release = () => rmSync(file, { force: true })
  await take(file, part)
  process.once('exit', release)
  try {
    return await work()
  } finally {
    process.off('exit', release)
    release()
  }
}

async function take(file, part) {
  mkdirSync(dirname(file), { recursive: true })
  for (let waited = 0; ; waited++) {
    try {
      return writeFileSync(file, String(process.pid), { flag: 'wx' })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const owner = readOwner(file)
    if (owner === null || !isAlive(owner)) rmSync(file, { force: true })
    else {
      if (waited % 20 === 0) console.log(`  … process ${owner} is building ${part} in this clone; waiting`)
      await delay(500)
    }
  }
}

function readOwner(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null
  } catch {
    return null
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
