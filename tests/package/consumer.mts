// A consumer that is only type-checked, as an ES module and as CommonJS.

import {
  type AttentionResult,
  type EncodingEntry,
  type GuessedPosition,
  type HeapTensor,
  load,
  type Model,
  type Position,
  positionFromConfig,
  positionIds,
  resolveTables,
  scaleFromConfig,
  type Tensor,
  type Whereformer,
  WhereformerError,
} from 'whereformer'

export async function use(): Promise<void> {
  const wf: Whereformer = await load({
    variant: 'fastest',
    onProgress: ({ loaded, total }) => console.log(loaded, total),
  })
  const q: Tensor = { data: new Float32Array(24), shape: [2, 3, 4] }
  const position: Position = [{ type: 'rope', layout: 'half' }, { type: 'alibi' }]
  const result: AttentionResult = wf.attention(q, q, q, {
    position,
    window: [2, 0],
    return: ['weights', 'scores'],
  })
  const weights: Tensor | undefined = result.weights
  const entries: readonly EncodingEntry[] = wf.encodings
  const model: Model = await wf.loadModel({
    config: {},
    weights: [new Uint8Array(8), 'shard.safetensors', new URL('a:b')],
  })
  const ids: number[] = await model.generate(model.encode('a'), {
    temperature: 1,
    onToken: (id: number) => console.log(id),
  })
  const { logits, attentions } = model.forward(
    { inputIds: [ids, ids] },
    { return: ['attentions'], position: { type: 'none' } },
  )
  const disposable: Disposable = model
  const published: Position = resolveTables(positionFromConfig({ model_type: 'bert' }, { layer: 1 }), () => q)
  const guess: GuessedPosition = positionFromConfig({ model_type: 'new', alibi: true }, { guess: true })
  const assumptions: string[] = [...guess.assumed, ...scaleFromConfig({}, { guess: true }).assumed]
  const scale: number | undefined = scaleFromConfig({ model_type: 'granite' }, { layer: 1 })
  const positions = { query: positionIds([0, 1, 1]), key: wf.place(position, { length: 3 }) }
  const { ledger } = wf.attention(q, q, q, { position: published, positions, return: ['ledger'] })
  const bias: Tensor | undefined = ledger?.bias
  const heap: HeapTensor = wf.tensor(q)
  const scores: Tensor = wf.matmul(heap, q, { out: wf.tensor([2, 3, 3]) })
  wf.attention(heap, heap, heap, { out: heap, attnMask: scores })
  wf.layerNorm(wf.rmsNorm(wf.softmax(heap, { out: heap }), { epsilon: 1 }), { weight: q, bias: q })
  wf.rotate({ type: 'rope' }, heap, { out: q })
  heap.dispose()
  const released: Disposable = heap
  console.log(
    weights,
    entries,
    logits.shape,
    attentions?.length,
    disposable,
    bias,
    released,
    assumptions,
    scale,
    WhereformerError.name,
  )
}

export async function misuse(wf: Whereformer, model: Model): Promise<void> {
  // @ts-expect-error an encoding that does not exist
  wf.embed({ type: 'rotary' }, { length: 1, dim: 2 })
  // @ts-expect-error a parameter of another encoding
  wf.embed({ type: 'none', base: 1 }, { length: 1, dim: 2 })
  // @ts-expect-error doubles
  wf.rotate({ type: 'rope' }, { data: new Float64Array(2), shape: [1, 2] })
  // @ts-expect-error not a variant
  await load({ variant: 'threads' })
  // @ts-expect-error the values of a heap tensor are written to, not replaced
  wf.tensor([2]).data = new Float32Array(2)
  // @ts-expect-error RMS norm has no bias
  wf.rmsNorm(wf.tensor([2]), { bias: wf.tensor([2]) })
  // @ts-expect-error a model is not disposed of by delete
  model.delete()
}
