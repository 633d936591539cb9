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
 * A script may be pasted into HTML. esbuild escapes </script, but not <!-- in Lit's templates; in strings, templates and
 * regular expressions \x3C is the same character.
 */
export async function makePasteable(dist) {
  const names = await readdir(dist, { recursive: true })
  for (const path of names.filter((file) => /\.m?js$/.test(file)).map((name) => join(dist, name))) {
    const text = await readFile(path, 'utf8')
    if (!text.includes(COMMENT)) continue
    await writeFile(path, text.replaceAll(COMMENT, ESCAPED))
    const map = await readFile(`${path}.map`, 'utf8').catch(() => undefined)
    if (map) await writeFile(`${path}.map`, JSON.stringify(moved(JSON.parse(map), text)))
  }
}

const COMMENT = '<!--'
const ESCAPED = '\\x3C!--'

/** The map after the replacement. @param text the script before it */
function moved(map, text) {
  const lines = text.split('\n')
  const mappings = decode(map.mappings).map((segments, i) => {
    const starts = [...lines[i].matchAll(COMMENT)].map(({ index }) => index)
    const shift = (column) =>
      starts.filter((start) => start < column).length * (ESCAPED.length - COMMENT.length)
    return segments.map(([column, ...origin]) => [column + shift(column), ...origin])
  })
  return { ...map, mappings: encode(mappings) }
}
