// Tests that a change in a room needs.

import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Failure } from '../failure.mjs'
import { root } from '../paths.mjs'

/** Folders of the rooms that go by their short names. */
const above = ['src', 'web/lib', 'web']
/** Also as elements/NAME: a room of the library may have the same name. */
const ofElements = ['web/elements/figures', 'web/elements/parts']

/**
 * @param {string[]} rooms
 * @returns {{ native: string[], sources: string[], specs: string[], needsPackage: boolean }} tags of Catch2; files whose tests Vitest
 *   finds by their imports; specs of Playwright; whether these read dist/
 */
export function testsOf(rooms) {
  const folders = rooms.flatMap(foldersOf)
  const native = folders.filter((folder) => folder.startsWith('src/')).flatMap(tagsOf)
  const sources = folders.filter((folder) => folder.startsWith('web/')).flatMap(scriptsIn)
  const specs = [...new Set(folders.flatMap(specsOf))]
  return { native, sources, specs, needsPackage: specs.length > 0 }
}

function foldersOf(room) {
  const short = above.map((folder) => `${folder}/${room}`).filter(isFolder)
  const name = room.replace(/^elements\//, '')
  const others = [...ofElements.map((folder) => `${folder}/${name}`), room]
  const found = short.length > 0 ? short : others.filter(isFolder).slice(0, 1)
  if (found.length > 0) return found
  throw new Failure(
    `There is no room "${room}": npm run check takes names of folders in src/, web/lib/, web/ and web/elements/*/.`,
  )
}

const isFolder = (path) => existsSync(join(root, path)) && statSync(join(root, path)).isDirectory()

/** Catch2 gives each test the name of its file as a tag. */
function tagsOf(folder) {
  const tests = join(root, 'tests/native', basename(folder))
  if (!existsSync(tests)) return []
  return readdirSync(tests)
    .filter((file) => file.endsWith('_test.cpp'))
    .map((file) => `[#${file.slice(0, -'.cpp'.length)}]`)
}

const scriptsIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('dist/'))
    .map((file) => `${folder}/${file}`)

/** Specs that read the article's words. */
const ofWords = ['captions', 'formulas', 'glossary', 'headings', 'landing', 'presets', 'reading']

/** Specs of an element have its name; those of the page are all that are about no element. */
function specsOf(folder) {
  const [, top, , name = ''] = folder.split('/')
  if (top === 'content') return ofWords.map((subject) => `tests/browser/article-${subject}.spec.ts`)
  if (top === 'demo') return specsIn('tests/browser', '')
  return top === 'elements' ? specsIn('tests/browser/elements', name) : []
}

const specsIn = (folder, start) =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.spec.ts') && file.startsWith(start))
    .map((file) => `${folder}/${file}`)
