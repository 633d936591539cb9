// The state of a run as bytes, to go on from after a reload: a header in JSON, then the files of the trainer.

import { integerOf, itemsOf, textOf } from '../lib/boundary/checks.js'
import { refuse, WhereformerError } from '../lib/boundary/errors.js'
import { keyOf, type RunPlan } from './plan.js'
import type { RunState } from './run-state.js'
import { stateFor } from './state-checks.js'
import type { TrainerFiles } from './trainer.js'

const VERSION = 2
const MAGIC = 'wf-lab-run'

interface Header extends Omit<RunState, 'files'> {
  magic: string
  version: number
  files?: [name: string, bytes: number][]
}

export function encodeState({ files, ...state }: RunState): Uint8Array {
  const entries = Object.entries(files ?? {})
  const header: Header = {
    magic: MAGIC,
    version: VERSION,
    ...state,
    ...(files ? { files: entries.map(([name, bytes]) => [name, bytes.length]) } : {}),
  }
  const text = new TextEncoder().encode(JSON.stringify(header))
  const total = entries.reduce((sum, [, bytes]) => sum + bytes.length, 4 + text.length)
  const all = new Uint8Array(total)
  new DataView(all.buffer).setUint32(0, text.length, true)
  all.set(text, 4)
  let at = 4 + text.length
  for (const [, bytes] of entries) {
    all.set(bytes, at)
    at += bytes.length
  }
  return all
}

/** A state from bytes; refuses those that another version wrote, that the plan cannot have led to, or that are cut off. */
export function decodeState(bytes: Uint8Array, plan: RunPlan): RunState {
  const { header, start } = headerIn(bytes)
  if (header.version !== VERSION) {
    throw refuse('ERR_UNSUPPORTED', 'state', `version ${header.version}`, `version ${VERSION}`)
  }
  const key = keyOf(plan)
  if (header.key !== key) throw refuse('ERR_VALUE', 'state', 'the state of another run', `that of ${key}`)
  const { files } = header
  const state = { key, ...stateFor({ ...header }, plan, files === undefined) }
  return files === undefined ? state : { ...state, files: filesIn(bytes, start, files) }
}

function headerIn(bytes: Uint8Array): { header: Header; start: number } {
  try {
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length))) as Header
    if (header.magic === MAGIC) return { header, start: 4 + length }
  } catch (cause) {
    throw new WhereformerError('ERR_PARSE', 'state: cannot be read', { cause })
  }
  throw refuse('ERR_PARSE', 'state', 'other bytes', 'the state of a run')
}

const MOST_FILES = 16

function filesIn(bytes: Uint8Array, start: number, files: unknown): TrainerFiles {
  let at = start
  const found = itemsOf(files, 'state.files', 'a list of names and sizes', MOST_FILES).map((entry, i) => {
    const [name, size] = itemsOf(entry, `state.files[${i}]`, 'a name and a size', 2)
    at += integerOf(size, `state.files[${i}][1]`, 0, Math.max(0, bytes.length - at))
    return [textOf(name, `state.files[${i}][0]`), bytes.slice(at - (size as number), at)] as const
  })
  if (at !== bytes.length) throw refuse('ERR_PARSE', 'state', `${bytes.length} bytes`, `${at}`)
  return Object.fromEntries(found)
}
