// A packed tarball in an empty folder: it installs without any dependency and computes.   node tests/package/smoke.mjs TARBALL
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const [tarball] = process.argv.slice(2)
if (tarball === undefined) throw new Error('node tests/package/smoke.mjs TARBALL')
const folder = mkdtempSync(join(tmpdir(), 'whereformer-'))
const inFolder = { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' }

const PROGRAM = `
import { load } from 'whereformer'
const wf = await load()
const x = { data: Float32Array.from({ length: 32 }, (_, i) => Math.cos(i)), shape: [1, 4, 8] }
const { output } = wf.attention(x, x, x, { position: { type: 'rope' }, isCausal: true })
const error = Math.max(...Array.from({ length: 8 }, (_, i) => Math.abs(output.data[i] - x.data[i])))
if (!(error < 1e-6)) throw new Error('the first token sees itself alone: its output is its value')
console.log(wf.info.version, wf.info.variant)
`

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', resolve(tarball)], inFolder)
  writeFileSync(join(folder, 'try.mjs'), PROGRAM)
  const said = execFileSync(process.execPath, ['try.mjs'], inFolder).trim()
  console.log(`The tarball computes: ${said}`)
  execFileSync('npx', ['whereformer', '--help'], inFolder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
