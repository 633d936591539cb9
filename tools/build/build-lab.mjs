// dist/lab.mjs and dist/lab-node.mjs with their workers, and the program dist/command.mjs. The library is not bundled again: workers load
// it from the files beside them.

import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)

const libraryIn = (file) => ({
  name: 'library-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^whereformer$/ }, () => ({ path: `./${file}`, external: true }))
  },
})

export async function bundleLab({ dist, shared, nodeOptions }) {
  const web = { ...shared, plugins: [libraryIn('web.mjs')] }
  // without maps and globals: these are small files of which Node prints a readable line
  const { inject, sourcemap, ...node } = { ...shared, ...nodeOptions, plugins: [libraryIn('node.mjs')] }
  const to = (options, source, file) =>
    build({ ...options, entryPoints: [`web/${source}.ts`], outfile: join(dist, file) })
  await Promise.all([
    to(web, 'lab/web', 'lab.mjs'),
    to(web, 'lab/worker-web', 'lab-worker.mjs'),
    to(node, 'lab/node', 'lab-node.mjs'),
    to(node, 'lab/worker-node', 'lab-worker-node.mjs'),
    to({ ...node, banner: { js: '#!/usr/bin/env node' } }, 'command/command', 'command.mjs'),
  ])
}

/** dist/types/lab: the declarations of web/lab, whose ../lib/ is dist/types itself. */
export async function writeLabDeclarations(root, dist) {
  const folder = await mkdtemp(join(root, 'build/lab-types-'))
  try {
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [tsc, '-p', join(root, 'tsconfig.lab.json'), '--outDir', folder])
    const lab = join(dist, 'types/lab')
    await cp(join(folder, 'lab'), lab, { recursive: true })
    for (const file of (await readdir(lab, { recursive: true })).filter((name) => name.endsWith('.d.ts'))) {
      const text = await readFile(join(lab, file), 'utf8')
      await writeFile(join(lab, file), text.replaceAll(/((?:\.\.\/)+)lib\//g, '$1'))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
