// A model that comes with the page, as three files, so that it is read as those of the reader are.

import type { AnyLibrary } from '../../parts/engine/library.js'
import { FigureFailure, troubleOf } from '../../parts/figure/trouble.js'
import { adviceOn, fetched } from '../../parts/trained/trained-models.js'
import { folderOf, MODEL_FILES, type TrainedName } from '../../parts/trained/trained-names.js'
import type { ChosenFile } from './chosen-files.js'
import type { Loader } from './loader.js'

/** Only files that the reader chose wait for a button. */
export async function openOurs(
  loader: Loader,
  library: AnyLibrary,
  name: TrainedName,
  base: URL,
): Promise<void> {
  if (loader.ours === name && loader.stage.phase !== 'empty') return
  const folder = folderOf(name, base)
  const files = Promise.all(MODEL_FILES.map((file) => fileAt(folder, file)))
  files.catch(() => {})
  loader.close()
  const found = await files.catch((cause) => {
    const { code, message } = troubleOf(cause)
    throw new FigureFailure(code, message, adviceOn(folder))
  })
  await loader.take(Promise.resolve(found), library, name)
  await loader.load()
}

async function fileAt(folder: URL, name: string): Promise<ChosenFile> {
  const response = await fetched(new URL(name, folder))
  const path = `${folder.pathname.split('/').at(-2)}/${name}`
  return { path, file: new File([await response.blob()], name) }
}
