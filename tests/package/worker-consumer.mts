// A consumer of the worker entry that is only type-checked.

import { loadInWorker, type WorkerModel, type WorkerWhereformer } from 'whereformer/worker'

export async function use(): Promise<void> {
  const wf: WorkerWhereformer = await loadInWorker({ workerUrl: '/worker-thread.js' })
  const model: WorkerModel = await wf.loadModel({ config: {}, weights: 'model.safetensors' })
  const ids: number[] = await model.encode('text')
  const { logits } = await model.forward({ inputIds: ids })
  await model.dispose()
  const { data } = await wf.softmax(await wf.matmul(logits, logits, { out: logits }))
  // @ts-expect-error heap tensors belong to one thread
  wf.tensor([2])
  wf.terminate()
  console.log(logits.shape, data)
}
