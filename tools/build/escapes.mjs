// Scripts in dist/ without what means something else in the page around.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A script may be pasted into HTML: esbuild escapes </script, but not <!-- in Lit's templates. A classic script (.js here) is read in the
 * encoding of its page, so it is ASCII; modules (.mjs) are always read as UTF-8. esbuild's charset "ascii" leaves templates and regular
 * expressions as they are. In strings, templates and regular expressions an escape is the same character.
 */
export async function escapeForPages(dist) {
  const names = await readdir(dist, { recursive: true })
  for (const name of names.filter((file) => /\.m?js$/.test(file))) await escapeScript(join(dist, name))
}

export async function escapeScript(path) {
  const text = await readFile(path, 'utf8')
  const pattern = path.endsWith('.mjs') ? COMMENT : NOT_ASCII
  if (text.search(pattern) >= 0) await writeFile(path, text.replace(pattern, escaped))
}

const COMMENT = /<(?=!--)/g
const NOT_ASCII = /<(?=!--)|[^\0-\x7f]/g

const escaped = (unit) => {
  const code = unit.charCodeAt(0).toString(16)
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code}`
}
