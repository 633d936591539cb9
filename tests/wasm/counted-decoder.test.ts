// M2M-100, whose stacks count positions from the id of the padding, and XGLM, from 2. Token by token with a cache they are those of one pass;
// generation, which counts from 0, is refused.

import { test } from 'vitest'
import { expectClose } from '../support/close.js'
import { expectRejection } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { goldenModel } from '../support/models.js'

const library = useLibrary()
const file = golden('models/m2m-100-f16/expected.safetensors')
const idsOf = (name: string) => [...file.values(name)]

test('M2M-100: a cache counts as one pass does', async () => {
  const model = await library.wf.loadModel(goldenModel('m2m-100-f16').request)
  const cache = model.cache({ capacity: 8, inputIds: idsOf('sentence.ids') })
  try {
    const rows = idsOf('sentence.decoderIds').map((id) => {
      const { logits } = model.forward({ decoderInputIds: [id], past: cache })
      return [...logits.data]
    })
    expectClose(rows.flat(), file.values('sentence.logits'), file.tolerance)
  } finally {
    cache.dispose()
    model.dispose()
  }
})

test('M2M-100: generation is refused', async () => {
  const model = await library.wf.loadModel(goldenModel('m2m-100-f16').request)
  try {
    const made = model.generate(idsOf('sentence.ids'), { maxNewTokens: 2 })
    await expectRejection(made, 'ERR_UNSUPPORTED', 'use forward with a cache')
  } finally {
    model.dispose()
  }
})

const xglm = golden('models/xglm-f32/expected.safetensors')

test('XGLM: a cache counts as one pass does', async () => {
  const model = await library.wf.loadModel(goldenModel('xglm-f32').request)
  const ids = [...xglm.values('sentence.ids')]
  const past = model.cache({ capacity: ids.length })
  try {
    const rows = ids.map((id) => [...model.forward({ inputIds: [id], past }).logits.data])
    expectClose(rows.flat(), xglm.values('sentence.logits'), xglm.tolerance)
  } finally {
    past.dispose()
    model.dispose()
  }
})

test('XGLM: generation is refused', async () => {
  const model = await library.wf.loadModel(goldenModel('xglm-f32').request)
  try {
    const made = model.generate([...xglm.values('sentence.ids')], { maxNewTokens: 2 })
    await expectRejection(made, 'ERR_UNSUPPORTED', 'counts positions from 2; use forward with a cache')
  } finally {
    model.dispose()
  }
})
