// embed/wf-…/: the page for frames once more for each figure, with a title and a card of its own. And the files that every page names.

import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { papers, root } from './citation.js'
import { figureCard, headOf, siteCard } from './head.js'
import { escaped } from './html.js'
import { type ListedElement, listedElements } from './manifest.js'

const FRAME = 'embed/index.html'

export function figurePagesPlugin(): Plugin {
  return {
    name: 'figure-pages',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const [, tag, query = ''] = request.url?.match(/\/embed\/(wf-[\w-]+)\/(?:\?(.*))?$/) ?? []
        if (!tag) return next()
        response.writeHead(302, { location: `/embed/?element=${tag}&${query}` }).end()
      })
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const emit = (fileName: string, source: string | Buffer) =>
          this.emitFile({ type: 'asset', fileName, source })
        const page = bundle[FRAME]
        if (page?.type !== 'asset') throw new Error(`the build has no ${FRAME}`)
        const elements = listedElements()
        for (const element of elements)
          emit(`embed/${element.tag}/index.html`, pageOf(element, String(page.source)))
        for (const { name, file } of [siteCard, ...elements.map(({ tag }) => figureCard(tag))])
          emit(`cards/${name}`, readFileSync(root + file))
        for (const [name, file] of Object.entries(papers)) emit(name, readFileSync(root + file))
      },
    },
  }
}

/** One folder deeper. */
function pageOf({ tag, about }: ListedElement, page: string): string {
  const title = `Whereformer: ${tag}`
  const head = headOf({
    title,
    description: about,
    path: `embed/${tag}/`,
    toRoot: '../../',
    card: figureCard(tag),
  })
  return page
    .replaceAll('="../', '="../../')
    .replace(
      /<title>[^<]*<\/title>/,
      `<title>${escaped(title)}</title>\n${head.replaceAll(' vite-ignore', '')}`,
    )
}
