// The commit that is built, for wf.info and the footer of the page.
import { root } from '../paths.mjs'
import { capture } from '../process.mjs'

/** + is appended if files differ from it; 'unknown' in an unpacked archive, which is no repository. */
export function commit() {
  const git = (...args) => capture('git', ['-C', root, ...args])?.trim()
  const sha = git('rev-parse', '--short=12', 'HEAD')
  if (!sha) return 'unknown'
  return git('status', '--porcelain') ? `${sha}+` : sha
}
