// One format for all sources.   npm run format [-- --check]
import { join } from 'node:path'
import { Failure } from '../failure.mjs'
import { modules } from '../paths.mjs'
import { main, run } from '../process.mjs'
import { ensureModules } from '../setup/npm-modules.mjs'
import { sourceFiles } from '../source-files.mjs'
import { formatCpp } from './clang-format.mjs'

await main(async () => {
  const check = process.argv.includes('--check')
  await ensureModules()
  const failed = []
  if (!(await formatCpp(sourceFiles(), check))) failed.push('C++')
  if (!(await formatWeb(check))) failed.push('TypeScript, JavaScript, JSON or CSS')
  if (failed.length > 0)
    throw new Failure(`Not in the project's format: ${failed.join(' and ')} (npm run format fixes it).`)
})

/** Layout and order of imports; other checks of Biome are "npm run lint". */
async function formatWeb(check) {
  const mode = check ? [] : ['--write']
  return (
    (await run(join(modules, '.bin/biome'), [
      'check',
      ...mode,
      '--linter-enabled=false',
      '--no-errors-on-unmatched',
      '.',
    ])) === 0
  )
}
