// Models by name for a worker, whose script is one file: files are found and downloaded on this side, and posted as Blobs.

import { ByteStream, type Opened } from '../checkpoint/byte-stream.js'
import { type Progress, ProgressSum } from '../checkpoint/progress.js'
import type { LoadModelOptions } from '../families/weight-format.js'
import { type Found, hubOf } from '../hub/from-pretrained.js'
import { pages } from '../hub/pages.js'
import { codeOnDemand } from '../model/code-on-demand.js'
import type { LoadModelRequest } from '../model/load-model-request.js'
import type { WorkerModel } from './worker-model.js'

/** The library in a worker. */
interface Remote {
  loadModel(request: LoadModelRequest, options: LoadModelOptions): Promise<WorkerModel>
}

async function loadInWorker(wf: Remote, found: Found): Promise<WorkerModel> {
  const { open, weights, index, file, onProgress, ...request } = found
  const progress = new ProgressSum('weights', onProgress && withinTotal(onProgress))
  progress.total = totalOf(index)
  const blob = async (name: string) => {
    const opened = await open(name)
    if (!index) progress.total = opened.total
    return blobOf(opened, progress, found.signal)
  }
  const source = index ? { index, file: blob } : await blob(file)
  return wf.loadModel({ ...request, weights: source }, { weights })
}

/** The total of an index leaves out the headers of its files. */
const withinTotal =
  (onProgress: (progress: Progress) => void) =>
  ({ total, ...progress }: Progress) =>
    onProgress({ ...progress, ...(total !== undefined && { total: Math.max(total, progress.loaded) }) })

/** Bytes that are handed to the browser at once, which may put them on a disk. */
const PIECE = 2 ** 24

async function blobOf(opened: Opened, progress: ProgressSum, signal: AbortSignal | undefined): Promise<Blob> {
  const stream = new ByteStream(opened, signal)
  const pieces: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let held = 0
  const pack = () => {
    pieces.push(new Blob(chunks))
    chunks = []
    held = 0
  }
  try {
    for (let chunk = await stream.read(); chunk; chunk = await stream.read()) {
      chunks.push(chunk as Uint8Array<ArrayBuffer>)
      held += chunk.length
      progress.add(chunk.length)
      if (held >= PIECE) pack()
    }
  } finally {
    stream.close()
  }
  pack()
  return new Blob(pieces)
}

function totalOf(index: object | undefined): number | undefined {
  const { total_size: size } = (index as { metadata?: { total_size?: unknown } } | undefined)?.metadata ?? {}
  return typeof size === 'number' ? size : undefined
}

export const hub = hubOf({ ...pages, ...codeOnDemand }, loadInWorker)
