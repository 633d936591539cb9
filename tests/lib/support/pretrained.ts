// fromPretrained() of Node and of pages, from source over the built core.

import type { FromPretrainedOptions, Model } from 'whereformer'
import type { Core } from '../../../web/lib/boundary/core.js'
import type { Hub } from '../../../web/lib/hub/hub.js'
import { hub as ofNode } from '../../../web/lib/hub/node.js'
import { hub as ofPages } from '../../../web/lib/hub/on-demand.js'
import { startCore } from './raw-core.js'

type FromPretrained = (name: string | URL, options?: FromPretrainedOptions) => Promise<Model>

export async function pretrainedIn(hub: Hub<Core, Model>): Promise<FromPretrained> {
  const { core } = await startCore()
  return (name, options) => hub.fromPretrained(core, name, options)
}

export const pretrained = await pretrainedIn(ofNode)
export const pretrainedPages = await pretrainedIn(ofPages)

/** The bits of a pass over a few tokens, and what the model says of itself; frees it. */
export function pictureOf(model: Model) {
  try {
    const { logits } = model.forward({ inputIds: [3, 1, 4, 1, 5] })
    const { family, spec, position, ignored } = model
    return { logits: new Uint32Array(logits.data.slice().buffer), family, spec, position, ignored }
  } finally {
    model.dispose()
  }
}
