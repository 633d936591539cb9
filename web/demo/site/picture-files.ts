// The drawings of docs/encodings for the pages: a page has the words of its own language.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../../content/bilingual.js'

const FOLDER = fileURLToPath(new URL('../../../docs/encodings/', import.meta.url))
const LANGUAGES: readonly Language[] = ['en', 'zh']

/** Without the spans, the title and the description of the other language. */
function inOneLanguage(svg: string, language: Language): string {
  const [at, strange] =
    language === 'en'
      ? ([0, / <tspan lang="zh">[^<]*<\/tspan>/g] as const)
      : ([1, /<tspan lang="en">[^<]*<\/tspan> /g] as const)
  return svg
    .replace(strange, '')
    .replace(/(?<=<title[^>]*>)[^<]*/, (said) => said.split(' · ')[at] ?? said)
    .replace(/(?<=<desc[^>]*>)[^<]*/, (said) => {
      const chinese = said.search(/\p{Script=Han}/u)
      return (at ? said.slice(chinese) : said.slice(0, chinese)).trim()
    })
}

/** Name below pictures/ → text. */
export function* pictureFiles(): Generator<readonly [name: string, text: string]> {
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.svg')))
    for (const language of LANGUAGES)
      yield [`${language}/${file}`, inOneLanguage(readFileSync(FOLDER + file, 'utf8'), language)]
}
