// The typefaces of the site, cut to the signs and weights that it uses, from the published packages of the fonts (OFL).

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

interface Cut {
  /** The package, and its file of the Latin letters. */
  from: string
  file: string
  weight: number | { min: number; max: number }
}

export const fontFolder = (root: string) => join(root, 'build/fonts')

/** By the name under which styles/fonts.css asks for it. */
const cuts: Readonly<Record<string, Cut>> = {
  'source-serif-4': {
    from: '@fontsource-variable/source-serif-4',
    file: 'source-serif-4-latin-wght-normal.woff2',
    weight: { min: 400, max: 700 },
  },
  'source-serif-4-italic': {
    from: '@fontsource-variable/source-serif-4',
    file: 'source-serif-4-latin-wght-italic.woff2',
    weight: 400,
  },
  inter: {
    from: '@fontsource-variable/inter',
    file: 'inter-latin-wght-normal.woff2',
    weight: { min: 400, max: 650 },
  },
}

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
const signs = `${ascii}\u00a0«°±·»½×ÀÉÖÜßàáäçèéêïñóôöøúü–—‘’“”…′←→↑↓−≤≥≠≈√`

/** Writes those that are missing: a name holds the version, so that a newer package is cut anew. */
export async function cutFonts(root: string): Promise<void> {
  const folder = fontFolder(root)
  mkdirSync(folder, { recursive: true })
  for (const [name, cut] of Object.entries(cuts)) {
    const { version } = JSON.parse(
      readFileSync(join(root, 'node_modules', cut.from, 'package.json'), 'utf8'),
    ) as {
      version: string
    }
    const stamp = join(folder, `${name}.${version}.${signs.length}`)
    if (existsSync(stamp)) continue
    const whole = readFileSync(join(root, 'node_modules', cut.from, 'files', cut.file))
    const options = { targetFormat: 'woff2', variationAxes: { wght: cut.weight } } as const
    writeFileSync(join(folder, `${name}.woff2`), await subsetFont(whole, signs, options))
    writeFileSync(stamp, '')
  }
}
