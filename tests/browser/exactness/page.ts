// What the tests run inside of a page; `library` is the package's module.

import type { LoadOptions, Whereformer } from 'whereformer'
import { type Checkpoint, callAll, hashes } from './calls.js'
import { eachApart, fromReference } from './compare.js'
import { trainAll } from './training.js'

interface Library {
  load(options?: LoadOptions): Promise<Whereformer>
}

async function fetched(names: readonly string[]): Promise<Checkpoint[]> {
  return Promise.all(
    names.map(async (name) => {
      const [config, weights] = await Promise.all(
        ['config.json', 'model.safetensors'].map((file) => fetch(`models/${name}/${file}`)),
      )
      return {
        name,
        config: (await config?.json()) as object,
        weights: new Uint8Array((await weights?.arrayBuffer()) ?? new ArrayBuffer()),
      }
    }),
  )
}

export async function plainHashes(
  { load }: Library,
  names: readonly string[],
): Promise<Record<string, string>> {
  return hashes(await callAll(await load({ variant: 'simd' }), await fetched(names)))
}

/** After 100 steps of training. */
export async function trainedHashes({ load }: Library): Promise<Record<string, string>> {
  return hashes(await trainAll(await load({ variant: 'simd' }), new Map()))
}

export async function relaxedApart({ load }: Library, names: readonly string[]) {
  const [plain, relaxed] = await Promise.all([load({ variant: 'simd' }), load({ variant: 'relaxed' })])
  const models = await fetched(names)
  return {
    variants: [plain.info.variant, relaxed.info.variant],
    fromPlain: eachApart(await callAll(relaxed, models), await callAll(plain, models)),
    fromReference: { ...fromReference(relaxed) },
    plainFromReference: { ...fromReference(plain) },
  }
}
