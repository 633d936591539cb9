// A model from source over the built core, and how much of the core is in use.

import type { LoadModelRequest, Model } from 'whereformer'
import type { OpenUrl } from '../../../web/lib/checkpoint/source.js'
import { loadModel } from '../../../web/lib/model/load-model-on-demand.js'
import { openFile } from '../../../web/lib/node-file.js'
import { startCore } from './raw-core.js'

const open: OpenUrl = (url) => openFile(String(url), 'weights')
const { core } = await startCore()

export const liveHandles = (): number => core.call((raw) => raw.liveHandles({})).count

export const loaded = (request: LoadModelRequest): Promise<Model> => loadModel(core, open, request)
