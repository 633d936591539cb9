// Maps in dist/, after esbuild and the compiler have written them: paths of sources, and columns that move with the text.

import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { decode, encode } from '@jridgewell/sourcemap-codec'
import { root } from '../paths.mjs'

export const scriptMap = /\.[cm]?js\.map$/
export const declarationMap = /\.d\.ts\.map$/

const held = /^(?:\.\.\/)+web\/(lib|lab)\//

/**
 * Paths of sources relative to where the maps will be. Sources that the package holds are not repeated in the maps: editors
 * show a source only from its file.
 *
 * @param folder that maps were written to @param finished folder that it becomes @param pattern of the names of these maps
 */
export async function relocateMaps(folder, finished, pattern) {
  const names = await readdir(folder, { recursive: true })
  for (const name of names.filter((file) => pattern.test(file))) {
    const path = join(folder, name)
    const toRoot = relative(dirname(join(finished, name)), root)
    const map = JSON.parse(await readFile(path, 'utf8'))
    map.sources = map.sources.map((source) => source.replace(/^(?:\.\.\/)+/, `${toRoot}/`))
    map.sourcesContent = map.sourcesContent?.map((text, i) => (held.test(map.sources[i]) ? null : text))
    await writeFile(path, JSON.stringify(map))
  }
}

/**
 * Escapes what means something else in the page around. A script may be pasted into HTML: esbuild escapes </script, but not <!-- in
 * Lit's templates. A classic script is read in the encoding of its page: esbuild's charset "ascii" leaves templates and regular
 * expressions as they are. In strings, templates and regular expressions an escape is the same character.
 *
 * @param classic names of classic scripts in the folder
 */
export async function escapeForPages(dist, classic) {
  const names = await readdir(dist, { recursive: true })
  for (const name of names.filter((file) => /\.m?js$/.test(file))) {
    const path = join(dist, name)
    const text = await readFile(path, 'utf8')
    const pattern = classic.includes(name) ? NOT_ASCII : COMMENT
    if (text.search(pattern) < 0) continue
    await writeFile(path, text.replace(pattern, escaped))
    const map = await readFile(`${path}.map`, 'utf8').catch(() => undefined)
    if (map) await writeFile(`${path}.map`, JSON.stringify(moved(JSON.parse(map), text, pattern)))
  }
}

const COMMENT = /<(?=!--)/g
const NOT_ASCII = /<(?=!--)|[^\0-\x7f]/g

const escaped = (unit) => {
  const code = unit.charCodeAt(0).toString(16)
  return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code}`
}

/** The map after the replacement. @param text the script before it */
function moved(map, text, pattern) {
  const lines = text.split('\n')
  const mappings = decode(map.mappings).map((segments, i) => {
    const found = [...lines[i].matchAll(pattern)]
    const shift = (column) =>
      found.reduce((sum, { 0: unit, index }) => sum + (index < column ? escaped(unit).length - 1 : 0), 0)
    return segments.map(([column, ...origin]) => [column + shift(column), ...origin])
  })
  return { ...map, mappings: encode(mappings) }
}
