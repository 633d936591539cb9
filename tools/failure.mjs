// Failures outside our code (network, permissions, disk, other programs) end in one readable sentence, not in a stack trace.
import { existsSync, readFileSync, statfsSync } from 'node:fs'
import { dirname } from 'node:path'

export class Failure extends Error {
  /** @param {string} sentence what is wrong and, if known, what to do */
  constructor(sentence, { log } = {}) {
    super(log ? `${sentence}\n  log: ${log}` : sentence)
    this.name = 'Failure'
  }
}

// First match wins: a full disk also breaks downloads, a missing network also breaks signature checks.
const causes = [
  [
    /No space left on device|ENOSPC|not have enough free space|You don't have enough free space/i,
    'the disk is full',
  ],
  [
    /Could not get lock|Unable to acquire the dpkg frontend lock|is another process using it/i,
    'another program is using apt; wait until it has finished and run the command again',
  ],
  [
    /Temporary failure resolving|Could not resolve|Network is unreachable|Connection timed out|Connection refused|Could not connect|Connection failed|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|ERR_SOCKET_TIMEOUT/i,
    'no network, or the server cannot be reached; run the command again when it can',
  ],
  [
    /NO_PUBKEY|is not signed|signatures? (?:couldn't|could not|were invalid|was invalid)|GPG error|BADSIG|Hash Sum mismatch|EINTEGRITY/i,
    'a download does not carry the expected signature or checksum, so it is not used',
  ],
  [
    /can only install packages when your package.json and package-lock.json|EUSAGE/,
    'package-lock.json does not match package.json; run "npm install" and keep both',
  ],
  [/Permission denied|EACCES|EPERM|Read-only file system|EROFS/i, 'a folder or file may not be written'],
  [/Unable to locate package|has no installation candidate/i, 'apt does not know a package that is needed'],
]

/** The reason found in a command's raw output, as a clause without a full stop; null when none is recognized. */
export function explain(output) {
  const foreseen = output.match(/^FAIL: (.*)$/m)
  if (foreseen) return foreseen[1]
  const cause = causes.find(([pattern]) => pattern.test(output))
  return cause ? cause[1] : null
}

/** Like explain, from a log file. If the log itself could not be written, the disk is probably full. */
export function explainLog(log) {
  const output = existsSync(log) ? readFileSync(log, 'utf8') : ''
  return explain(output) ?? (isFull(dirname(log)) ? `the disk of ${dirname(log)} is full` : null)
}

function isFull(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < 1 << 20
  } catch {
    return false
  }
}

export function tail(log, lines) {
  if (!existsSync(log)) return ''
  return readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')
}
