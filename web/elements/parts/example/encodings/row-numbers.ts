import type { BucketsPosition, T5Position } from 'whereformer'
import { walk } from '../../positions/example-positions.js'
import { EXAMPLE_HEADS } from '../limits.js'
import type { OwnExample } from './own.js'

/** Tables that show their own row numbers elsewhere contain seeded values here, like a trained table. */
export const rowNumbers: OwnExample<T5Position | BucketsPosition> = {
  trained: (position) => ({ ...position, table: walk(31, position.table.shape[0] ?? 1, EXAMPLE_HEADS) }),
}
