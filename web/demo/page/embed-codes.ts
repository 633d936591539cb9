// Code that embeds a figure, for each kind of host. In HTML no line is empty: WordPress makes paragraphs at empty lines.

import type { Json } from '../../content/json.js'
import { languageOf } from '../../elements/parts/element/language.js'
import { embedCode, figureTag, PUBLISHED } from '../../elements/parts/figure/embed-code.js'
import { embedScript } from '../../elements/parts/figure/embed-script.js'
import { stateText } from '../../elements/parts/figure/figure-state.js'
import { trainedWords } from '../../elements/parts/trained/trained-words.js'

export interface Shown {
  tag: string
  language: string
  settings: Record<string, Json>
  /** In pixels, as the page shows it: the first height of a frame. */
  height: number
}

/** Hosts by name, in the order of the menu. @param site the address of the site, which has the page for frames */
export const embedCodes: Readonly<Record<string, (shown: Shown, site: URL) => string>> = {
  script: scriptCode,
  frame: frameCode,
  modules: modulesCode,
  vitepress: vitepressCode,
  mdx: mdxCode,
  myst: mystCode,
  jupyter: jupyterCode,
}

export function scriptCode(shown: Shown): string {
  return embedCode(embedScript(), shown.tag, settingsOf(shown), besides(shown))
}

/** Modules come figure by figure. */
function modulesCode(shown: Shown): string {
  const [, ...rest] = scriptCode(shown).split('\n')
  return [modulesTag, ...rest].join('\n')
}

export const modulesTag = `<script type="module" src="${PUBLISHED}register.mjs"></script>`

const settingsOf = ({ language, settings }: Shown) => ({ lang: language, ...settings })

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

/** The address of the page that hosts one figure: a folder for each, with a preview of its own. */
function frameAddress(shown: Shown, site: URL): string {
  const address = new URL(`embed/${shown.tag}/`, site)
  address.search = stateText(settingsOf(shown))
  return address.href
}

/** The frame gets the height that it asks for; where a host removes scripts, it keeps the one that is written here. */
function frameCode(shown: Shown, site: URL): string {
  const address = frameAddress(shown, site).replaceAll('&', '&amp;').replaceAll('"', '%22')
  return `<iframe src="${address}" title="${shown.tag}" width="100%" height="${shown.height}" loading="lazy" style="border: 0"></iframe>
<script>
  addEventListener('message', ({ data, source }) => {
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source && data?.type === 'resize') frame.height = data.height
  })
</script>`
}

const MODULE = "import 'whereformer/elements/register'"

/** In Markdown of Vue: v-pre leaves the tag to the browser, without a setting of the compiler. */
function vitepressCode(shown: Shown): string {
  const tag = figureTag(shown.tag, settingsOf(shown)).replace(/^<[\w-]+/, '$& v-pre')
  const models = besides(shown)
  return [`<script setup>\n${MODULE}\n</script>`, '', tag, ...(models ? [`<!-- ${models} -->`] : [])].join(
    '\n',
  )
}

function mdxCode(shown: Shown): string {
  const models = besides(shown)
  const tag = figureTag(shown.tag, settingsOf(shown))
  return [MODULE, '', tag, ...(models ? [`{/* ${models} */}`] : [])].join('\n')
}

/** MyST and Jupyter Book 2 take no scripts. */
function mystCode(shown: Shown, site: URL): string {
  return `:::{iframe} ${frameAddress(shown, site)}\n:width: 100%\n:::`
}

/** A cell of a notebook; an address has no quotation mark. */
function jupyterCode(shown: Shown, site: URL): string {
  const address = frameAddress(shown, site).replaceAll('"', '%22')
  return `from IPython.display import IFrame\nIFrame("${address}", "100%", ${shown.height})`
}
