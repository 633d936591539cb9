// A model by its name, where no folder of that name is: the options that say where it is, and what is told while it is asked for.

import { stat } from 'node:fs/promises'
import type { FromPretrainedOptions } from 'whereformer'
import { readersOnDemand } from '../lib/checkpoint/readers-on-demand.js'
import { hostedFiles } from '../lib/hub/named-files.js'
import { CONFIG } from '../lib/hub/names.js'
import { node } from '../lib/hub/node.js'
import { type Outline, outlineOf } from '../lib/hub/outline.js'
import type { Terminal } from './terminal.js'

export const hostOptions = {
  revision: { type: 'string' },
  host: { type: 'string' },
} as const

export const HOST_HELP = `NAME is owner/name on the Hub of Hugging Face, if there is no such folder here, or if one of these options is given:

  --revision R        a branch, a tag or a commit; default main
  --host H            a mirror, such as https://hf-mirror.com; default: HF_ENDPOINT of the environment, or https://huggingface.co

HF_TOKEN of the environment is sent to the Hub or to HF_ENDPOINT, and not to --host.`

/** What of a model's address was given. */
export interface HostValues {
  revision?: string | undefined
  host?: string | undefined
}

/** Which file has the weights. */
export interface FileValue {
  file?: string | undefined
}

const NAME = /^[\w.-]+\/[\w.-]+$/

export async function isNamed(path: string, { revision, host }: HostValues): Promise<boolean> {
  if (revision !== undefined || host !== undefined) return true
  const isHere = await stat(path).then(
    () => true,
    () => false,
  )
  return !isHere && NAME.test(path) && !path.startsWith('.')
}

export function outlineNamed(
  name: string,
  { file, ...values }: HostValues & FileValue,
  err: Terminal,
): Promise<Outline> {
  const tell = (notice: string) => err.write(`${notice}\n`)
  const files = hostedFiles(node, name, addressed(values), { signal: undefined, tell })
  tell(`asking ${files.address(CONFIG)}`)
  return outlineOf(files, { readers: readersOnDemand, file })
}

/** Options of fromPretrained() that tell a terminal how far it is, and any terminal what is out of the ordinary. */
export function loadingOptions(values: HostValues, err: Terminal): FromPretrainedOptions {
  return {
    ...addressed(values),
    onProgress({ loaded, total, notice }) {
      if (!notice && !err.isTTY) return
      err.clearLine()
      const share = total ? ` of ${(total / 1e6).toFixed(0)}` : ''
      err.write(notice ? `${notice}\n` : `${(loaded / 1e6).toFixed(0)}${share} MB`)
      if (loaded === total) err.clearLine()
    },
  }
}

function addressed({ revision, host }: HostValues) {
  const token = host === undefined ? process.env.HF_TOKEN : undefined
  return { ...(revision && { revision }), ...(host && { host }), ...(token && { token }) }
}
