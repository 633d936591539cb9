// The Dockerfile and the development container, as far as they can be tried without Docker.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'
import { copyOf } from './clean-clone.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const linesOf = (path) =>
  read(path)
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))

const instructions = linesOf('Dockerfile').map((line) => {
  const [, name, rest] = line.match(/^([A-Z]+) (.+)$/)
  return { name, rest }
})
const setUp = 'npm run setup -- --tests'

/** The files that a COPY names; a folder stands for all that is in it. */
function copied(rest) {
  const sources = rest.split(' ').slice(0, -1)
  return sources.flatMap((source) => {
    const pattern = new RegExp(`^${source.replaceAll('.', '\\.').replace('*', '[^/]*')}(?:/|$)`)
    const found = sourceFiles().filter((path) => pattern.test(path))
    assert.ok(found.length > 0, source)
    return found
  })
}

test('the image is Debian 12 with the set-up, and nothing else', () => {
  assert.deepEqual(
    instructions.map(({ name }) => name),
    ['FROM', 'WORKDIR', 'COPY', 'COPY', 'COPY', 'RUN', 'COPY', 'CMD'],
  )
  assert.match(instructions[0].rest, /^node:\d+-bookworm$/)
  assert.deepEqual(
    instructions.filter(({ name }) => name === 'RUN').map(({ rest }) => rest),
    [setUp],
  )
  assert.equal(instructions[6].rest, '. .')
})

test('the set-up works with the files that are copied before it', () => {
  const before = instructions.slice(
    0,
    instructions.findIndex(({ name }) => name === 'RUN'),
  )
  const folder = copyOf(before.filter(({ name }) => name === 'COPY').flatMap(({ rest }) => copied(rest)))
  try {
    const { status, stdout, stderr } = spawnSync('sh', ['-c', setUp], { cwd: folder, encoding: 'utf8' })
    assert.equal(status, 0, `${stdout}\n${stderr}`)
    assert.match(stdout, /Emscripten is in /)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('the image is started with a command that there is', () => {
  const [program, script, separator, ...options] = JSON.parse(instructions.at(-1).rest)
  assert.deepEqual([program, separator], ['npm', '--'])
  const [, file] = JSON.parse(read('package.json')).scripts[script].match(/^node (\S+)$/)
  for (const option of options) assert.ok(read(file).includes(`process.argv.includes('${option}')`), option)
})

test('what git ignores is not sent to Docker, either', () => {
  const bare = (line) => line.replace(/^\*\*\/|^\/|\/$/g, '').replace(/\/$/, '')
  assert.deepEqual(linesOf('.dockerignore').map(bare).sort(), linesOf('.gitignore').map(bare).sort())
})

test('the development container is that image, with the same set-up in the clone', () => {
  const { build, postCreateCommand, forwardPorts } = JSON.parse(read('.devcontainer/devcontainer.json'))
  assert.deepEqual(build, { dockerfile: '../Dockerfile', context: '..' })
  assert.equal(postCreateCommand, setUp)
  assert.ok(read('tools/build/start.mjs').includes(`port: port ?? ${forwardPorts[0]}`))
})
