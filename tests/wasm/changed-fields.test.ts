// Checkpoints with other fields in their config: those that transformers does not read change nothing and are reported.

import { describe, expect, test } from 'vitest'
import { expectClose } from '../support/close.js'
import { golden, readJson } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

interface Case {
  model: string
  changes: Record<string, unknown>
  ignored?: string[]
  ids?: number[]
  logits?: number[][]
}

const library = useLibrary()
const cases = readJson<Case[]>('changed-fields.json').map(
  (entry) => [`${entry.model} ${Object.keys(entry.changes)}`, entry] as const,
)
const TOLERANCE = { absolute: 1e-4 }

async function changed({ model: name, changes }: Case) {
  const { request } = goldenModel(name)
  return library.wf.loadModel({ ...request, config: { ...request.config, ...changes } })
}

/** The text of the checkpoint's own golden data and its logits. */
function sentenceOf({ model: name }: Case) {
  const file = golden(`models/${name}/expected.safetensors`)
  const case_ = file.has('sentence.ids') ? 'sentence' : 'pair'
  const decoder = file.has(`${case_}.decoderIds`)
    ? { decoderInputIds: [...file.values(`${case_}.decoderIds`)] }
    : {}
  const input = { inputIds: [...file.values(`${case_}.ids`)], ...decoder }
  return { input, logits: file.tensor(`${case_}.logits`).data }
}

describe('fields that transformers does not read', () => {
  test.each(cases.filter(([, { ignored }]) => ignored))('%s', async (_, entry) => {
    using model = await changed(entry)
    const { input, logits } = sentenceOf(entry)
    expectClose(model.forward(input).logits.data, logits, TOLERANCE)
    expect(model.ignored.fields).toEqual(expect.arrayContaining(entry.ignored ?? []))
  })
})

describe('fields that it reads', () => {
  test.each(cases.filter(([, { logits }]) => logits))('%s', async (_, entry) => {
    using model = await changed(entry)
    const { logits } = model.forward({ inputIds: entry.ids ?? [] })
    expectClose(logits.data, entry.logits?.flat() ?? [], TOLERANCE)
    using original = await changed({ ...entry, changes: {} })
    expect(model.ignored.fields).toEqual(original.ignored.fields)
  })
})
