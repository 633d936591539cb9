// The code of a figure, below it; loaded when it is first asked for.

import { html, type TemplateResult } from 'lit'
import type { Bilingual } from '../../../content/bilingual.js'
import { copyText } from '../export/save.js'
import { embedCode } from './embed-code.js'
import { embedScript } from './embed-script.js'
import type { Frame } from './frame.js'

const besidePage: Bilingual = {
  en: 'The script comes from a CDN. Or copy dist/elements/inline.js of the npm package beside your page: src="inline.js".',
  zh: '脚本来自 CDN；也可以把 npm 包里的 dist/elements/inline.js 复制到网页旁，写 src="inline.js"。',
}

export function codeView({ figure, words, language, code, exports }: Frame): TemplateResult {
  const texts = [
    embedCode(embedScript(), figure.localName, code(), exports.besides),
    ...(exports.code ? [exports.code()] : []),
  ]
  const copy = async (text: string) => {
    figure.note = (await copyText(text)) ? words.copied : ''
  }
  return html`<div class="code">
    ${texts.map(
      (text) =>
        html`<pre tabindex="0">${text}</pre>
          <button type="button" @click=${() => copy(text)}>${words.copyCode}</button>`,
    )}
    <p class="quiet">${besidePage[language]}</p>
  </div>`
}
