// The builder of code that embeds a figure: page/embed-builder.ts fills it.

import type { Language } from '../../content/bilingual.js'
import { siteWords } from './words.js'

export function builderHtml(language: Language, root: string): string {
  const { builder: words, copy } = siteWords[language]
  const kinds = Object.entries(words.kinds).map(([kind, name]) => `<option value="${kind}">${name}</option>`)
  return `<embed-builder id="embed" class="wide" data-root="${root}" data-copied="${words.copied}" data-refused="${words.refused}" data-size="${words.size}">
<div class="controls" hidden>
<label>${words.figure} <select data-part="figure"></select></label>
<label>${words.kind} <select data-part="kind">${kinds.join('')}</select></label>
</div>
<pre class="code" role="group" aria-label="${words.code}" hidden><code data-part="code"></code></pre>
<p class="quiet"><button type="button" data-part="copy" hidden>${copy}</button> <span data-part="size"></span> <span role="status" data-part="status"></span></p>
<details class="quiet"><summary>${words.how}</summary><p>${words.explained}</p></details>
<noscript><p>${words.missing}</p></noscript>
</embed-builder>`
}
