// docs/models.md names every canonical tensor with its shape.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonicalTensors } from '../../web/lib/families/canonical.js'
import { fileUrl, readJson } from '../support/golden.js'
import { goldenModels } from '../support/models.js'
import { anyRecipe } from './support/any-recipe.js'

const page = readFileSync(new URL('../../docs/models.md', import.meta.url), 'utf8')
const table = page.slice(page.indexOf('| tensor | shape | where |'))
const named = [...table.slice(0, table.indexOf('\n\n')).matchAll(/`([A-Za-z.…0-9]+)`/g)].map(
  ([, name]) => name as string,
)

/** "layers.3.norm1.bias" as the page writes it. */
function onPage(name: string): boolean {
  const inStack = name.replace(/^encoder\.(?!embedding$)/, '').replace(/layers\.\d+\./, 'layers.i.')
  const plain = inStack.replace('layers.i.cross.', 'layers.i.').replace('layers.i.norm.', 'layers.i.norm1.')
  const after = plain.replace(/norm([12])After\.(weight|bias)$/, 'norm$1.weight')
  return named.includes(after) || named.includes(after.replace(/\.bias$/, '.weight'))
}

test.each(goldenModels())('%s', async (name) => {
  const { spec } = await anyRecipe(readJson<object>('config.json', fileUrl(`models/${name}/`)))
  const missing = canonicalTensors(spec).filter((tensor) => !onPage(tensor.name))
  expect(missing).toEqual([])
})

test('the page is not empty', () => expect(named.length).toBeGreaterThan(30))
