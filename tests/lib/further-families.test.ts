// Families that come in chunks: a chunk imports nothing that runs, and holds the model types that are said to be in it.

import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { atHand } from '../../web/lib/families/at-hand.js'
import { familyParts } from '../../web/lib/families/family-parts.js'
import { CHUNKS, type ChunkName } from '../../web/lib/families/further.js'
import { recipeFor, recipeOf } from '../../web/lib/families/index.js'
import { onDemand } from '../../web/lib/families/on-demand.js'
import { importsFromElsewhere } from '../support/chunk.js'
import { expectRefusal, expectRejection } from '../support/errors.js'

const folder = new URL('../../web/lib/families/further/', import.meta.url)
const names = Object.keys(CHUNKS) as ChunkName[]

test.each(readdirSync(folder))('%s imports types, and modules beside it', (file) => {
  expect(importsFromElsewhere(new URL(file, folder))).toEqual([])
})

/** Has transformers a class for it? */
const hasClass = (type: string) => type !== 'new'

test.each(names)('the chunk of %s holds its model types', async (name) => {
  const families = (await onDemand(name))(familyParts)
  const types = families.flatMap(({ modelTypes }) => modelTypes)
  expect([...types].sort()).toEqual([...CHUNKS[name]].sort())
  for (const { reads } of families)
    expect(Object.keys(reads?.READ_BY ?? {}).sort()).toEqual([...CHUNKS[name]].filter(hasClass).sort())
  const held = await atHand(name)
  if (name !== 'vision' && name !== 'audio')
    expect(held(familyParts).flatMap(({ modelTypes }) => modelTypes)).toEqual(types)
  else expectRefusal(() => held(familyParts), 'ERR_UNSUPPORTED', 'config.model_type', 'a file beside')
})

test('a family of a chunk is read where the chunk is asked for', async () => {
  const config = { model_type: 'smollm3' }
  expect((await recipeFor(config, atHand)).spec).toMatchObject({ layers: 36, heads: 16, kvHeads: 4 })
  expectRefusal(() => recipeOf(config), 'ERR_UNSUPPORTED', 'model_type', 'smollm3')
})

test('other families ask for no chunk', async () => {
  const none = () => Promise.reject(new Error('not to be asked'))
  expect((await recipeFor({ model_type: 'gpt2' }, none)).family.name).toBe('gpt2')
  await expectRejection(recipeFor({ model_type: 'mamba' }, none), 'ERR_UNSUPPORTED', 'mamba', 'smollm3')
})
