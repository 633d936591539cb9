// Writes the reference pictures of the elements (tests/browser/elements/pictures) and the picture of the README.
// npm run screenshots [-- --grep wf-doors]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDemo } from '../build/demo.mjs'
import { Failure } from '../failure.mjs'
import { modules, root } from '../paths.mjs'
import { main, run } from '../process.mjs'
import { withPalette } from './palette-png.mjs'

const pictures = join(root, 'tests/browser/elements/pictures')

await main(async () => {
  await buildDemo()
  const args = ['test', '--project=pictures', '--update-snapshots=all', ...process.argv.slice(2)]
  const log = join(root, 'build/logs/screenshots.log')
  const code = await run(join(modules, '.bin/playwright'), args, { log, label: 'screenshots' })
  if (code !== 0) throw new Failure('The pictures could not be taken.', { log })
  for (const name of readdirSync(pictures)) shrink(join(pictures, name))
  shrink(join(root, 'docs/images/demo.png'))
  console.log('Review the changed pictures: git diff --stat')
})

/** Pictures that already have a palette were not updated. */
function shrink(file) {
  const png = readFileSync(file)
  const PALETTE = 3
  if (png[25] !== PALETTE) writeFileSync(file, withPalette(png))
}
