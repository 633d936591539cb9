// The models of the first figure of the article, fetched while the engine starts.

import { folderOf, MODEL_FILES, SMALL } from '../../elements/parts/trained/trained-names.js'
import { modelsUrl } from './settings.js'

export function fetchFirstModels(): void {
  const links = SMALL.flatMap((name) =>
    MODEL_FILES.map((file) =>
      Object.assign(document.createElement('link'), {
        ...{ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' },
        href: new URL(file, folderOf(name, modelsUrl)).href,
      }),
    ),
  )
  document.head.append(...links) // spread: three files of each of two models
}
