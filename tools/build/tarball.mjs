// The tarball that `npm pack` would make of the package.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../paths.mjs'

const run = promisify(execFile)

/** @returns {Promise<{ packed: number, unpacked: number, files: number }>} bytes */
export async function tarballSizes() {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: 2 ** 26 })
  const [{ size, unpackedSize, entryCount }] = JSON.parse(stdout)
  return { packed: size, unpacked: unpackedSize, files: entryCount }
}
