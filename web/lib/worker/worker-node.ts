// The entry of CommonJS, which Node alone requires: it exports what worker.ts does, and has no workers.

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

/** No value is one. */
export class WorkerWhereformer {}
