// Which machine and which versions a table belongs to.

import { readFileSync } from 'node:fs'
import { cpus, platform, release, totalmem } from 'node:os'
import { capture } from '../../tools/process.mjs'

export function describeMachine(tools, browser) {
  return {
    ...cpu(),
    memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
    system: `${systemName()} (${release()})`,
    chromium: browser.version(),
    node: process.versions.node,
    emscripten: tools.version,
    commit: commit(),
    date: new Date().toISOString().slice(0, 16).replace('T', ' '),
  }
}

/** A virtual machine hides the model's number; family and model of the processor tell kinds apart. */
function cpu() {
  const [first] = cpus()
  const facts = readFacts()
  const numbers = facts['cpu family'] ? ` family ${facts['cpu family']} model ${facts.model}` : ''
  return { cpu: `${first.model.trim()}${numbers}`, cores: cpus().length }
}

function readFacts() {
  try {
    const lines = readFileSync('/proc/cpuinfo', 'utf8').split('\n\n')[0].split('\n')
    return Object.fromEntries(lines.map((line) => line.split(':').map((part) => part.trim())))
  } catch {
    return {}
  }
}

function systemName() {
  try {
    return readFileSync('/etc/os-release', 'utf8').match(/^PRETTY_NAME="(.*)"$/m)[1]
  } catch {
    return platform()
  }
}

function commit() {
  const hash = capture('git', ['rev-parse', '--short=12', 'HEAD'])?.trim() ?? 'unknown'
  const changed = capture('git', ['status', '--porcelain'])?.trim()
  return changed ? `${hash} with changes` : hash
}
