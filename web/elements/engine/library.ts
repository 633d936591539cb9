// The library as the elements see it: in its Worker, or on the page's own thread. Both answer when they are awaited.

import type { load, Progress } from 'whereformer'
import type { WorkerWhereformer } from 'whereformer/worker'

export type AnyLibrary = WorkerWhereformer | Awaited<ReturnType<typeof load>>
export type OnProgress = (progress: Progress) => void
