// Code that embeds a figure: HTML with one script, HTML with modules, a frame, MDX.

import type { Json } from '../../content/json.js'
import { languageOf } from '../../elements/parts/element/language.js'
import { embedCode, PUBLISHED } from '../../elements/parts/figure/embed-code.js'
import { stateText } from '../../elements/parts/figure/figure-state.js'
import { trainedWords } from '../../elements/parts/trained/trained-words.js'

export interface Shown {
  tag: string
  language: string
  settings: Record<string, Json>
}

export function scriptCode(shown: Shown): string {
  const { tag, language, settings } = shown
  return embedCode(tag, { lang: language, ...settings }, besides(shown))
}

/** Modules come figure by figure. */
export function modulesCode(shown: Shown): string {
  const [, ...rest] = scriptCode(shown).split('\n')
  return [modulesTag, ...rest].join('\n')
}

export const modulesTag = `<script type="module" src="${PUBLISHED}register.mjs"></script>`

/** Some figures need models that are not in the package; the page for frames has them. */
function besides({ tag, language, settings: { source, view, model, encoding } }: Shown): string | undefined {
  const reads =
    tag === 'wf-attention' ||
    tag === 'wf-shuffle' ||
    (tag === 'wf-your-model' && model !== undefined && model !== 'none') ||
    source === 'trained' ||
    (tag === 'wf-cache' && encoding === 'alibi') ||
    (tag === 'wf-extrapolation' && view !== 'wavelengths')
  return reads ? trainedWords[languageOf(language) ?? 'en'].besides : undefined
}

/** The address of the page that hosts one figure. */
export function frameAddress({ tag, language, settings }: Shown, site: URL): string {
  const address = new URL('embed/', site)
  address.search = stateText({ element: tag, lang: language, ...settings })
  return address.href
}

export function frameCode(shown: Shown, site: URL): string {
  const address = frameAddress(shown, site).replaceAll('&', '&amp;').replaceAll('"', '%22')
  return `<iframe src="${address}" title="${shown.tag}" width="100%" height="560" loading="lazy" style="border: 0"></iframe>
<script>
  addEventListener('message', ({ data, source }) => {
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source && data?.type === 'resize') frame.height = data.height
  })
</script>`
}

export function mdxCode(shown: Shown): string {
  const [, element, comment] = scriptCode(shown).split('\n')
  const below = comment ? `\n${comment.replace('<!--', '{/*').replace('-->', '*/}')}` : ''
  return `import 'whereformer/elements/register'

${element}${below}`
}
