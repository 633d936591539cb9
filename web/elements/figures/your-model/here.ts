import type { AnyLibrary } from '../../parts/engine/library.js'
import type { At } from '../../parts/figure/figure-body.js'
import type { YourModelWords } from './messages.js'
import type { yourModelFields } from './your-model-fields.js'

export type Here = At<typeof yourModelFields, YourModelWords>

/** The picture follows the loader; only the library is computed. */
export interface YourModelDrawing {
  library: AnyLibrary
}
