// The small models, from a folder that somebody named, else from the package. It holds them in a script that runs as a module and as
// a classic script, which any page may load: from a file, and from a server without CORS headers.

import type { AnyLibrary } from '../engine/library.js'
import { bringModels } from '../engine/models-script.js'
import { FigureFailure } from '../figure/trouble.js'
import {
  AS_TRAINED,
  isFolderNamed,
  type ModelFiles,
  modelsFolder,
  type OnShare,
  once,
  open,
  type TrainedModel,
  trainedModel,
  wholeIn,
} from './trained-models.js'
import type { BareName, SmallName } from './trained-names.js'

/** `named`: the folder of the element; empty = that of configureElements, else the package's script. */
export function smallModel<Name extends SmallName | BareName>(
  library: AnyLibrary,
  name: Name,
  named: string,
  onShare: OnShare,
  variant = AS_TRAINED,
): Promise<TrainedModel<Name>> {
  if (isFolderNamed(named)) return trainedModel(library, name, modelsFolder(named), onShare, variant, wholeIn)
  const load = async () => open(library, name, variant.files(await packaged(name)), onShare)
  return once(library, `${name}${variant.key}`, load)
}

const KEY = Symbol.for('whereformer.models')

/** tools/build/small-models.mjs writes it: `weights` is a safetensors file, its bytes apart and packed. */
const known = () =>
  (globalThis as { [KEY]?: Readonly<Record<string, ModelFiles & { weights: string }>> })[KEY]

async function packaged(name: SmallName | BareName): Promise<ModelFiles> {
  if (!known()) await bringModels().catch(fail)
  const model = known()?.[name]
  if (!model) throw new FigureFailure('ERR_LOAD', `small-models.js: holds no model ${name}`, ADVICE)
  const { inflated } = await import('../../../lib/unpack.js')
  return { ...model, weights: together(inflated(model.weights)) }
}

/** The bytes of numbers of 16 bits: all low ones come before all high ones, which are much alike. */
function together(apart: Uint8Array): Uint8Array {
  const half = Math.ceil(apart.length / 2)
  return apart.map((_, i) => apart[(i >> 1) + (i % 2) * half] as number)
}

function fail(cause: unknown): never {
  throw new FigureFailure('ERR_LOAD', `small-models.js: could not be loaded (${cause})`, ADVICE)
}

const ADVICE = {
  en: 'The models of this figure are in the file elements/small-models.js of the package: keep it beside inline.js, or add a script tag for it to the page; or name a folder of models in model-base.',
  zh: '这幅图的模型在 npm 包的 elements/small-models.js 里：请把它放在 inline.js 旁边，或在网页里加一个引用它的 script 标签；也可用 model-base 指明模型所在的文件夹。',
}
