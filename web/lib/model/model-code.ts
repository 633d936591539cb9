// Code for models that comes when a checkpoint turns out to need it.

import type { OpenRenderer } from '../chat/renderer.js'
import type { OpenReader } from '../checkpoint/weight-file.js'
import type { OpenChunk } from '../families/further.js'
import type { OpenFiles } from '../tokenizer/given-files.js'

export interface ModelCode {
  /** Families, when their model_type is seen (ADR 39). */
  families: OpenChunk
  /** Readers of other formats than safetensors, when their first bytes are seen (ADR 41). */
  readers: OpenReader
  /** What makes a tokenizer.json of a folder's other files. */
  tokenizerFiles: OpenFiles
  /** What renders chat templates (ADR 40). */
  renderer: OpenRenderer
}
