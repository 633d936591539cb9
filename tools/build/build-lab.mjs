// dist/lab.mjs, dist/lab-node.mjs and .cjs with their worker, and the program dist/command.mjs. In Node the library is not bundled again: workers
// load it from the file beside them.

import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)

const libraryBeside = {
  name: 'library-beside',
  setup({ onResolve }) {
    onResolve({ filter: /^whereformer$/ }, () => ({ path: './node.mjs', external: true }))
  },
}

const to = (dist, options, source, file) =>
  build({ ...options, entryPoints: [`web/${source}.ts`], outfile: join(dist, file) })

/** Its sources are in the package (ADR 28). @param plugins modules that exist only in a build */
export const bundleLab = ({ dist, shared, plugins }) =>
  to(dist, { ...shared, plugins, sourcemap: 'linked' }, 'lab/web', 'lab.mjs')

export async function bundleLabForNode({ dist, shared, nodeOptions, commonJs }) {
  // without maps and globals: these are small files of which Node prints a readable line
  const { inject, sourcemap, ...node } = { ...shared, ...nodeOptions, plugins: [libraryBeside] }
  await Promise.all([
    to(dist, node, 'lab/node', 'lab-node.mjs'),
    to(dist, { ...node, ...commonJs }, 'lab/node', 'lab-node.cjs'),
    to(dist, node, 'lab/worker-node', 'lab-worker-node.mjs'),
    to(
      dist,
      { ...node, banner: { js: `#!/usr/bin/env node\n${shared.banner.js}` } },
      'command/command',
      'command.mjs',
    ),
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
