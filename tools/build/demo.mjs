// Builds the demo page for production, with the test vectors: web/demo/dist.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Failure, tail } from '../failure.mjs'
import { writeVectors } from '../golden/write-vectors.mjs'
import { modules, root } from '../paths.mjs'
import { run } from '../process.mjs'
import { commit } from './commit.mjs'
import { fingerprint, isFresh, markFresh } from './fingerprint.mjs'
import { alone } from './lock.mjs'

export const demo = join(root, 'web/demo')
/** Folder that a static host serves. */
export const demoFolder = join(demo, 'dist')
/** The package with what the page needs alone, below the root, and the page that is built of it: of `npm start`. */
export const pagePackage = 'build/page/dist'
export const pageFolder = join(root, 'build/page/site')

export const buildDemo = () => buildPage('dist', demoFolder, join(root, 'build/.demo'))

/** Builds the page that `npm start` serves, from the page's own package. */
export const buildStartPage = () => buildPage(pagePackage, pageFolder, join(root, 'build/page/.site'))

async function buildPage(dist, to, stamp) {
  await alone('demo', async () => {
    const page = [
      'web/demo',
      'web/content',
      'web/elements',
      'web/lib',
      dist,
      'tsconfig.json',
      'package-lock.json',
    ]
    const said = ['package.json', 'CITATION.cff', 'LICENSE', 'tests/browser/elements/pictures', 'docs/images']
    const sources = [...page, ...said, 'tests/golden', 'tools/golden/write-vectors.mjs']
    const sha = commit()
    const inputs = fingerprint(
      sources.map((path) => join(root, path)),
      sha,
    )
    if (existsSync(join(to, 'index.html')) && isFresh(stamp, inputs)) return
    console.log('Building the demo page')
    const log = join(root, 'build/logs/demo.log')
    const vite = [join(modules, 'vite/bin/vite.js'), 'build', 'web/demo', '--outDir', to, '--emptyOutDir']
    const env = {
      ...process.env,
      WHEREFORMER_COMMIT: sha,
      WHEREFORMER_PACKAGE: join(root, dist),
      WHEREFORMER_FIGURE_SIZES: join(root, 'build/elements-sizes.json'),
    }
    const code = await run(process.execPath, vite, { log, label: 'demo', env })
    if (code !== 0) throw new Failure(`${tail(log, 30)}\nThe demo page could not be built.`, { log })
    writeVectors(join(to, 'vectors'))
    markFresh(stamp, inputs)
  })
}
