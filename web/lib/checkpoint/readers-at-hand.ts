// Readers of other formats than safetensors in the same file, for entries without import().

import { readerOf as gguf } from './gguf/reader.js'
import { readerOf as torch } from './torch/reader.js'
import type { OpenReader } from './weight-file.js'

const chunks = { gguf, torch } as const

export const readersAtHand: OpenReader = async (name) => chunks[name]
