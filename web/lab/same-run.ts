// Whether the files of a trainer belong to a run: they are compared with those of a new trainer of its plan, but for what training changes.

import { refuse, show, WhereformerError } from '../lib/boundary/errors.js'
import type { TrainerFiles } from './trainer.js'

/** Refuses files of another model, optimizer or seed, and of another step. */
export function requireSameRun(fresh: TrainerFiles, stored: TrainerFiles, step: number): void {
  const [wanted, got] = [described(fresh), described(stored)]
  if (got.steps !== step)
    throw refuse('ERR_VALUE', 'state.files', `files of step ${show(got.steps)}`, `${step}`)
  const learned = new Set(
    wanted.tensors.flatMap((name) => /^moment\.position\.\d+\.\d+\.(.+)$/.exec(name)?.[1] ?? []),
  )
  const place = differenceIn(wanted.plain, got.plain, learned)
  if (place !== undefined)
    throw refuse('ERR_VALUE', 'state.files', `another ${place}`, 'the model, optimizer and seed of the run')
}

interface Description {
  /** The files as plain data, without their numbers. */
  plain: object
  steps: unknown
  tensors: string[]
}

function described(files: TrainerFiles): Description {
  try {
    const plain = Object.fromEntries(
      Object.entries(files).map(([name, bytes]) => [name, plainIn(name, bytes)]),
    )
    const optimizer = plain['optimizer.safetensors'] as { __metadata__: { whereformer: string } }
    const { steps, ...state } = JSON.parse(optimizer.__metadata__.whereformer)
    return { plain: { ...plain, state: { ...state } }, steps, tensors: Object.keys(optimizer) }
  } catch (cause) {
    throw new WhereformerError('ERR_PARSE', 'state.files: cannot be read', { cause })
  }
}

/** A file as plain data: one of JSON, or the header of safetensors. */
function plainIn(name: string, bytes: Uint8Array): unknown {
  const text = new TextDecoder()
  if (name.endsWith('.json')) return JSON.parse(text.decode(bytes))
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true)
  return JSON.parse(text.decode(bytes.subarray(8, 8 + length)))
}

/** The first place where the two differ. Numbers that are learned are finite, and may be any; the state of the optimizer is compared apart. */
function differenceIn(a: unknown, b: unknown, learned: ReadonlySet<string>, at = ''): string | undefined {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) {
    const isFree = at.split('.').some((key) => learned.has(key)) && typeof a === 'number'
    const isAlike = isFree ? Number.isFinite(b) : Object.is(a, b)
    return isAlike ? undefined : at
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (key === '__metadata__') continue
    const place = at === '' ? key : `${at}.${key}`
    const found = differenceIn(Reflect.get(a, key), Reflect.get(b, key), learned, place)
    if (found !== undefined) return found
  }
  return undefined
}
