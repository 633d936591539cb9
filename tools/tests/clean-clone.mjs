// A clone of the project in a folder of its own, whose only commit has the files as they are now.
import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { modules, root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'

/** Variables that git sets for a hook: a test that a hook runs would work on the repository of the hook. */
const ofGit = Object.keys(process.env).filter((name) => name.startsWith('GIT_'))

/** The npm packages are those of the repository, so that none is downloaded. */
export function cleanClone() {
  const folder = copyOf(sourceFiles())
  const run = (command, args, environment = {}) => {
    const env = {
      ...process.env,
      ...Object.fromEntries(ofGit.map((name) => [name, undefined])),
      ...environment,
    }
    const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' })
    return { status, output: `${stdout}\n${stderr}` }
  }
  run('git', ['init', '--quiet', '--initial-branch=main'])
  appendFileSync(join(folder, '.git/info/exclude'), 'node_modules\n') // a link, which .gitignore does not mean
  run('git', ['config', 'user.name', 'A test'])
  run('git', ['config', 'user.email', 'test@example.org'])
  run('git', ['add', '--all'])
  run('git', ['commit', '--quiet', '--message', 'all'])
  return { folder, run, remove: () => rmSync(folder, { recursive: true }) }
}

/** @param {string[]} files paths relative to the repository @returns a folder with these files, and with the npm packages */
export function copyOf(files) {
  const folder = mkdtempSync(join(tmpdir(), 'whereformer-clone-'))
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  symlinkSync(modules, join(folder, 'node_modules'))
  return folder
}
