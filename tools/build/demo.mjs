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
/** What a static host serves. */
export const demoFolder = join(demo, 'dist')

export async function buildDemo() {
  await alone('demo', async () => {
    const page = ['web/demo', 'web/elements', 'web/lib', 'dist', 'tsconfig.json', 'package-lock.json']
    const sources = [...page, 'tests/golden', 'tools/golden/write-vectors.mjs']
    const sha = commit()
    const inputs = fingerprint(
      sources.map((path) => join(root, path)),
      sha,
    )
    const stamp = join(root, 'build', '.demo')
    if (existsSync(join(demoFolder, 'index.html')) && isFresh(stamp, inputs)) return
    console.log('Building the demo page')
    const log = join(root, 'build/logs/demo.log')
    const code = await run(process.execPath, [join(modules, 'vite/bin/vite.js'), 'build', 'web/demo'], {
      ...{ log, label: 'demo' },
      env: { ...process.env, WHEREFORMER_COMMIT: sha },
    })
    if (code !== 0) throw new Failure(`${tail(log, 30)}\nThe demo page could not be built.`, { log })
    writeVectors(join(demoFolder, 'vectors'))
    markFresh(stamp, inputs)
  })
}
