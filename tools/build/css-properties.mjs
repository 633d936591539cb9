// The custom properties with which a page styles its figures, out of web/elements/parts/element/tokens.ts: names, defaults, and the remarks
// behind them as descriptions.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { importTypeScript } from './typescript.mjs'

const SOURCE = 'web/elements/parts/element/tokens.ts'

/** @param {string} root the repository @returns {Promise<{ name: string, value: string, about: string }[]>} */
export async function cssProperties(root) {
  const { tokens, ownProperties } = await importTypeScript(SOURCE)
  const remarks = remarksIn(readFileSync(join(root, SOURCE), 'utf8'))
  return Object.entries({ ...tokens, ...ownProperties }).map(([name, value]) => {
    const about = remarks.get(name)
    if (!about) throw new Error(`${SOURCE} says nothing of ${name}: write a remark behind it`)
    return { name: `--wf-${name}`, value, about }
  })
}

/** The remark behind each property, without the contrasts in front. */
function remarksIn(source) {
  const lines = source.matchAll(/^ {2}'?([\w-]+)'?: .+, \/\/ (?:[\d.]+, [\d.]+: )?(.+)$/gm)
  return new Map(Array.from(lines, ([, name, about]) => [name, about]))
}
