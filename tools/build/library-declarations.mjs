// dist/types of web/lib and web/lab: one set of declarations, CommonJS, and files of one line through which ES modules import them (ADR 28).

import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { root } from '../paths.mjs'

const run = promisify(execFile)
const tsc = join(root, 'node_modules/typescript/bin/tsc')

/** Entries whose declarations package.json names, without extension. */
const entries = ['index', 'worker/worker', 'lab/index']

/** @param dist where types/ is written */
export async function writeLibraryDeclarations(dist) {
  const types = join(dist, 'types')
  await compile('tsconfig.lib.json', types)
  await addLab(types)
  await writeFile(join(types, 'package.json'), '{ "type": "commonjs" }\n')
  for (const entry of entries) await writeFile(join(types, `${entry}.d.mts`), moduleOf(entry))
  await removeUnreached(types)
}

/** The declarations of the library alone, as the page of `npm start` reads them. */
export const writeDeclarationsForPage = (dist) => compile('tsconfig.lib.json', join(dist, 'types'))

const compile = (project, outDir) =>
  run(process.execPath, [tsc, '-p', join(root, project), '--outDir', outDir]).catch(({ stdout, message }) => {
    throw new Error(stdout || message)
  })

/** types/lab: the declarations of web/lab, whose ../lib/ is types/ itself. */
async function addLab(types) {
  const folder = await mkdtemp(join(root, 'build/lab-types-'))
  try {
    await compile('tsconfig.lab.json', folder)
    const lab = join(types, 'lab')
    await cp(join(folder, 'lab'), lab, { recursive: true })
    for (const file of (await readdir(lab, { recursive: true })).filter((name) => name.endsWith('.d.ts'))) {
      const text = await readFile(join(lab, file), 'utf8')
      await writeFile(join(lab, file), text.replaceAll(/((?:\.\.\/)+)lib\//g, '$1'))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Entries lead to half of the declarations; the others are of the library's own modules. */
async function removeUnreached(types) {
  const roots = [...entries, 'core-patch'].map((name) => join(types, `${name}.d.mts`))
  const module = ts.ModuleKind.NodeNext
  const program = ts.createProgram(roots, { module, noLib: true, types: [] })
  const reached = new Set(program.getSourceFiles().map(({ fileName }) => relative(types, fileName)))
  const files = (await readdir(types, { recursive: true })).filter((name) => name.endsWith('.d.ts'))
  for (const file of files.filter((name) => !reached.has(name))) await rm(join(types, file))
}

const moduleOf = (entry) => `export * from './${entry.split('/').at(-1)}.js'\n`
