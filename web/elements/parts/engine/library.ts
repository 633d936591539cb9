// The library in a worker or on the main thread; callers await the results of both.

import type { load, Progress } from 'whereformer'
import type { WorkerWhereformer } from 'whereformer/worker'

export type AnyLibrary = WorkerWhereformer | Awaited<ReturnType<typeof load>>
export type OnProgress = (progress: Progress) => void
