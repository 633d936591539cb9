// The drawings of docs/encodings for the pages: a page has the words of its own language.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../../content/bilingual.js'

const FOLDER = fileURLToPath(new URL('../../../docs/encodings/', import.meta.url))
const LANGUAGES: readonly Language[] = ['en', 'zh']

/** Without the spans, the title and the description of the other language. */
export function inOneLanguage(svg: string, language: Language): string {
  const other = language === 'en' ? 'zh' : 'en'
  const at = language === 'en' ? 0 : 1
  return svg
    .replace(new RegExp(` ?<tspan lang="${other}">[^<]*</tspan> ?`, 'g'), '')
    .replace(/(<title[^>]*>)([^<]*)(<\/title>)/, (_, start, said, end) => start + said.split(' · ')[at] + end)
    .replace(/(<desc[^>]*>)([^<]*)(<\/desc>)/, (_, start, said, end) => {
      const chinese = said.search(/\p{Script=Han}/u)
      return start + (at ? said.slice(chinese) : said.slice(0, chinese)).trim() + end
    })
}

/** Name below pictures/ → text. */
export function* pictureFiles(): Generator<readonly [name: string, text: string]> {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.svg')))
    for (const language of LANGUAGES)
      yield [`${language}/${file}`, inOneLanguage(readFileSync(FOLDER + file, 'utf8'), language)]
}
