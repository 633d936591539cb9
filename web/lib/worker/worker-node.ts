// The entry of CommonJS, which Node alone requires: the exports of worker.ts without workers.

import { noWorkers } from './no-workers.js'
import type { WorkerWhereformer as Remote } from './worker.js'

export {
  customPosition,
  encodings,
  modelCards,
  positionFromConfig,
  positionIds,
  resolveTables,
  rotateByTables,
  scaleFromConfig,
  WhereformerError,
} from 'whereformer'

export async function loadInWorker(): Promise<Remote> {
  throw noWorkers()
}

/** A class without instances, for instanceof. */
export class WorkerWhereformer {}
