// The models of the first figure of the article, fetched while the engine starts.

import { SMALL } from '../../elements/parts/trained/trained-names.js'
import { modelsUrl } from './settings.js'

const FILES = ['config.json', 'tokenizer.json', 'model.safetensors']

export function fetchFirstModels(): void {
  const links = SMALL.flatMap((name) =>
    FILES.map((file) =>
      Object.assign(document.createElement('link'), {
        ...{ rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' },
        href: new URL(`tiny-shakespeare-${name}/${file}`, modelsUrl).href,
      }),
    ),
  )
  document.head.append(...links) // spread: three files of each of two models
}
