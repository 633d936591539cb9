// Format and lint of the files of a commit, as git has them staged: what the working tree has beyond that is not looked at.
// Run by .githooks/pre-commit; "npm run hooks" turns it on.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../failure.mjs'
import { modules, root } from '../paths.mjs'
import { main, run } from '../process.mjs'
import { ensureModules } from '../setup/npm-modules.mjs'
import { formatCpp } from './clang-format.mjs'

/** The tools find them in the folder in which they run. */
const settings = ['.clang-format', 'biome.json']

await main(async () => {
  const files = git(['diff', '--cached', '--name-only', '--diff-filter=d', '-z']).split('\0').filter(Boolean)
  if (files.length === 0) return
  await ensureModules()
  const folder = mkdtempSync(join(tmpdir(), 'whereformer-commit-'))
  try {
    const staged = [...new Set([...settings, ...files])].join('\0')
    git(['checkout-index', '-z', '--stdin', `--prefix=${folder}/`], staged)
    const [cpp, web] = [await formatCpp(files, true, folder), await checkWeb(folder)]
    if (!cpp || !web)
      throw new Failure(
        'Nothing is committed. "npm run format" mends the format, "npm run lint" shows the rest; "git commit --no-verify" commits without this check.',
      )
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** Format, order of imports and lint. The folder is no repository, so that Biome cannot ask git which files it ignores. */
async function checkWeb(folder) {
  const args = ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--vcs-enabled=false', '.']
  return (await run(join(modules, '.bin/biome'), args, { cwd: folder })) === 0
}

function git(args, input = '') {
  return execFileSync('git', args, { cwd: root, input, encoding: 'utf8', maxBuffer: 1 << 26 })
}
