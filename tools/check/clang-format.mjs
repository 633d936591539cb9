// clang-format, for the C++ files among some.
import { join } from 'node:path'
import { modules, root } from '../paths.mjs'
import { run } from '../process.mjs'

/**
 * @param {string[]} files paths relative to `folder`, which has the file .clang-format; others than C++ are left out
 * @param {boolean} check whether differences are only shown
 * @returns {Promise<boolean>} whether all of them have the format now
 */
export async function formatCpp(files, check, folder = root) {
  const cpp = files.filter((path) => /^(src|bindings|tests\/native|tests\/bench)\/.*\.(hpp|cpp)$/.test(path))
  if (cpp.length === 0) return true
  const mode = check ? ['--dry-run', '--Werror'] : ['-i']
  return (await run(join(modules, '.bin/clang-format'), [...mode, ...cpp], { cwd: folder })) === 0
}
