// The project of a consumer: its template, the page that all share, the packages in their pinned versions and the packed tarball.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Failure } from '../../tools/failure.mjs'
import { root } from '../../tools/paths.mjs'
import { ending, environment } from './environment.mjs'
import { home } from './results.mjs'

const run = promisify(execFile)
const sources = fileURLToPath(new URL('.', import.meta.url))

/** Packs the package. @returns the path of the tarball; its name changes with what the package does, not with its texts */
export async function packed() {
  if (!existsSync(join(root, 'dist/integrity.json')))
    throw new Failure('dist/ is missing; run "npm run build".')
  const folder = join(home, 'tarball')
  await mkdir(folder, { recursive: true })
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: root })
  const [{ filename }] = JSON.parse(stdout)
  const file = join(folder, filename)
  const hash = createHash('sha256')
  for (const name of ['package.json', 'dist/integrity.json']) hash.update(await readFile(join(root, name)))
  const named = file.replace(/\.tgz$/, `-${hash.digest('hex').slice(0, 12)}.tgz`)
  await rename(file, named)
  return named
}

/** Makes the project anew, except for what is installed. @returns its folder, its environment and the versions installed */
export async function makeProject(consumer, tarball) {
  const folder = join(home, 'projects', consumer.id)
  await mkdir(folder, { recursive: true })
  for (const name of await readdir(folder))
    if (name !== 'node_modules') await rm(join(folder, name), { recursive: true, force: true })
  const page = join(folder, consumer.page ?? '.')
  await cp(join(sources, 'page'), page, { recursive: true })
  if (consumer.page) await rm(join(page, 'index.html')) // a framework makes its own
  for (const template of consumer.templates)
    await cp(join(sources, 'templates', template), folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest(consumer, tarball), null, 2))
  const env = environment(folder)
  await install(folder, env)
  return { folder, env, versions: await versionsIn(folder, consumer) }
}

function manifest({ id, packages, settings = {}, commonjs }, tarball) {
  return {
    name: `consumer-${id}`,
    version: '1.0.0',
    private: true,
    ...(commonjs ? {} : { type: 'module' }),
    ...settings,
    dependencies: { ...packages, whereformer: `file:${tarball}` },
  }
}

async function install(folder, env) {
  const args = ['install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline']
  await run('npm', args, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch((error) => {
    throw new Error(ending(`${error.stdout}${error.stderr}`))
  })
}

async function versionsIn(folder, { packages }) {
  const versionOf = async (name) => {
    const file = join(folder, 'node_modules', name, 'package.json')
    return [name, JSON.parse(await readFile(file, 'utf8')).version]
  }
  return Object.fromEntries(await Promise.all(Object.keys(packages).map(versionOf)))
}
