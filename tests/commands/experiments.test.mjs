// The commands of docs/experiments.md as they are written, with its plan and two steps instead of thousands.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { root } from '../../tools/paths.mjs'
import { which } from '../../tools/process.mjs'

const page = readFileSync(join(root, 'docs/experiments.md'), 'utf8')
const block = (language) => page.match(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms'))[1]
const quoted = (word) => page.match(new RegExp(`\`(npx [^\`]* --${word}[^\`]*)\``))[1]

const folder = mkdtempSync(join(tmpdir(), 'whereformer-experiments-'))
before(() => {
  const plan = JSON.parse(block('json'))
  plan.experiments.copy = { ...plan.experiments.copy, steps: 2, testCount: 4 }
  writeFileSync(join(folder, 'plan.json'), JSON.stringify(plan))
  writeFileSync(join(folder, 'mine.mjs'), block('js'))
  mkdirSync(join(folder, 'bin'))
  const npx = join(folder, 'bin/npx')
  writeFileSync(
    npx,
    `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'dist/command.mjs')}" "$@"\n`,
  )
  chmodSync(npx, 0o755)
})
after(() => rmSync(folder, { recursive: true }))

function run(line) {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` }
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, env, encoding: 'utf8' })
  assert.equal(status, 0, `${line}\n${stdout}\n${stderr}`)
  return stdout
}

const names = () => run(quoted('list')).trim().split('\n')

test('a run of the plan, twice to the same numbers', () => {
  assert.equal(names().length, 15)
  mkdirSync(join(folder, 'runs'))
  const numbers = () => {
    run(quoted('run'))
    const { made, ...rest } = JSON.parse(readFileSync(join(folder, 'runs/copy.rope.1.json'), 'utf8'))
    assert.equal(made.variant, 'simd')
    return rest
  }
  assert.deepEqual(numbers(), numbers())
  run(quoted('merge'))
  const { missing, strange } = JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8'))
  assert.deepEqual([missing.length, strange], [14, []])
  rmSync(join(folder, 'runs'), { recursive: true })
})

test('GNU parallel runs them all', { skip: which('parallel') ? false : 'parallel is not installed' }, () => {
  run(block('sh'))
  assert.deepEqual(
    readdirSync(join(folder, 'runs')).sort(),
    names()
      .map((name) => `${name}.json`)
      .sort(),
  )
  run(quoted('merge'))
  assert.deepEqual(JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8')).missing, [])
})

test('a task of an array takes its line of the list', () => {
  mkdirSync(join(folder, 'runs'), { recursive: true })
  run(`SLURM_ARRAY_TASK_ID=3\n${block('text')}`)
  assert.ok(readdirSync(join(folder, 'runs')).includes(`${names()[2]}.json`))
  const pod = page.match(/^ {14}name=.*\n^ {14}exec .*/m)[0]
  run(`JOB_COMPLETION_INDEX=4\n${pod}`)
  assert.ok(readdirSync(join(folder, 'runs')).includes(`${names()[4]}.json`))
})

test('the module and the function train', () => {
  const bias = page.match(/`(\(head, query, key\) => [^`]+)`/)[1]
  writeFileSync(join(folder, 'bias.mjs'), `export default ${bias}\n`)
  const positions = ['./mine.mjs', './bias.mjs', 'rope+alibi'].map((one) => `--position ${one}`).join(' ')
  run(
    `npx whereformer train --task firstToken ${positions} --train-length 4 --test-lengths 8 --steps 2 --test-count 4 --quiet`,
  )
})
