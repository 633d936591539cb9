// Every entry that needs no page.

import { type AttentionResult, load, type Tensor, type Whereformer } from 'whereformer'
import { load as loadInline } from 'whereformer/inline'
import { batch, tasks } from 'whereformer/lab'
import { loadInWorker, type WorkerWhereformer } from 'whereformer/worker'

export async function use(): Promise<Tensor[]> {
  const wf: Whereformer = await load({ variant: 'fastest' })
  const tensor: Tensor = { data: new Float32Array(4), shape: [1, 2, 2] }
  const { output }: AttentionResult = wf.attention(tensor, tensor, tensor, { position: { type: 'rope' } })
  const other: Whereformer = await loadInline()
  const remote: WorkerWhereformer = await loadInWorker()
  const { inputIds } = batch(tasks.copy(), { length: 3, count: 2 })
  const disposable: Disposable = wf.tensor(inputIds.shape)
  disposable[Symbol.dispose]()
  return [output, other.softmax(tensor), await remote.softmax(tensor)]
}

// @ts-expect-error an encoding that does not exist
export const wrong = (wf: Whereformer) => wf.embed({ type: 'rotary' }, { length: 1, dim: 2 })
