// Generates the pages: the HTML inputs of Vite are empty and are filled here, in development and in the build.

import type { Plugin } from 'vite'
import { apiPage } from './api-page.js'
import { articlePage } from './article-page.js'
import { cataloguePage } from './catalogue-page.js'
import { galleryPage } from './gallery-page.js'
import { type Measured, measureAll } from './measured.js'
import { type Content, shell } from './page-shell.js'
import { pictureFiles } from './picture-files.js'
import { type Place, pageNames, pathOf, type SitePage } from './places.js'
import { sidePage } from './side-page.js'

const writers: Readonly<Record<SitePage, (place: Place, measured: Measured) => Content>> = {
  article: articlePage,
  details: sidePage('details'),
  biases: sidePage('biases'),
  content: sidePage('content'),
  generating: sidePage('generating'),
  stretching: sidePage('stretching'),
  models: sidePage('models'),
  mistakes: sidePage('mistakes'),
  catalogue: cataloguePage,
  gallery: galleryPage,
  api: apiPage,
}

/** All pages of the site, by their path from its root. */
export const places: readonly Place[] = pageNames.flatMap((page) =>
  (['en', 'zh'] as const).map((language) => ({ page, language, path: pathOf(page, language) })),
)

export const inputs: readonly string[] = [
  ...places.map(({ path }) => `${path}index.html`),
  'embed/index.html',
]

export function sitePlugin(): Plugin {
  let measured: Promise<Measured> | undefined
  return {
    name: 'site',
    transformIndexHtml: {
      order: 'pre',
      async handler(html, { path }) {
        const place = places.find((one) => `/${one.path}index.html` === path)
        if (!place) return html
        measured ??= measureAll()
        return shell(place, writers[place.page](place, await measured))
      },
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = request.url?.match(/\/pictures\/(\w+\/\w+\.svg)$/)?.[1]
        const text = name && new Map(pictureFiles()).get(name)
        if (!text) return next()
        response.setHeader('Content-Type', 'image/svg+xml')
        response.end(text)
      })
    },
    generateBundle() {
      for (const [name, source] of pictureFiles())
        this.emitFile({ type: 'asset', fileName: `pictures/${name}`, source })
    },
  }
}
