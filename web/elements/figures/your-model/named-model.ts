// A model by its name: what is read of it before its weights, and what is kept of it. Loaded when a reader asks for one.

import { WhereformerError } from '../../../lib/boundary/errors.js'
import { NoFile } from '../../../lib/hub/files.js'
import { Refusal } from '../../../lib/hub/hosted.js'
import { hostedFiles } from '../../../lib/hub/named-files.js'
import { TOKENIZER } from '../../../lib/hub/names.js'
import { SeveralModels } from '../../../lib/hub/other-weights.js'
import { outlineOf } from '../../../lib/hub/outline.js'
import { pages } from '../../../lib/hub/pages.js'
import { type Reading, Unreachable } from '../../../lib/hub/request.js'
import type { FigureFailure } from '../../parts/figure/trouble.js'
import type { Checkpoint } from './checkpoint.js'
import { type ModelHost, nameOf } from './hosts.js'
import { refused } from './refusals.js'

/** Asks for the config, the index, and the headers of the weights. @returns the names, where several files are a model each */
export async function namedModel(
  { name, file }: { name: string; file: string | undefined },
  { host, revision }: ModelHost,
  reading: Reading,
): Promise<Checkpoint | readonly string[]> {
  try {
    const files = hostedFiles(pages, name, { host, revision }, reading)
    const { signal } = reading
    const outline = await outlineOf(files, { file, signal })
    const { config, revision: commit, shards, bringsTokenizer, read } = outline
    const tokenizer = await files.part(TOKENIZER, 0, 1)
    return {
      title: file === undefined ? name : `${name} (${file})`,
      config,
      hasTokenizer: tokenizer !== undefined || bringsTokenizer,
      shards,
      from: nameOf(host),
      tensors: async () => (read ? shards : undefined),
      load: (library, request, options) =>
        library.fromPretrained(name, {
          ...{ host, revision: commit, ...request, ...options },
          ...(file !== undefined && { file }),
        }),
    }
  } catch (cause) {
    if (cause instanceof SeveralModels) return cause.names
    throw inWords(cause, nameOf(host))
  }
}

/** What went wrong, for a reader; what the library says of it stays below. */
function inWords(cause: unknown, host: string): FigureFailure | unknown {
  if (cause instanceof Unreachable) return refused((words) => words.unreachable(host), cause.message)
  if (cause instanceof NoFile) return refused((words) => words.noSuchModel(host), cause.message)
  if (cause instanceof Refusal && [401, 403].includes(cause.status))
    return refused((words) => words.notForAll(host), cause.message)
  const isName = cause instanceof WhereformerError && cause.message.startsWith('name: ')
  return isName ? refused((words) => words.noName, cause.message) : cause
}

export const keptModels = () => pages.cacheAt(undefined)
