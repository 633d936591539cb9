// The keys of the workflows are those of GitHub's schema; and the rules of this project: pinned actions, least permissions, limits of time.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../paths.mjs'
import { sourceFiles } from '../source-files.mjs'
import { actions, jobs, steps, workflows } from './workflows.mjs'

const files = sourceFiles()

const workflowKeys = ['name', 'on', 'permissions', 'concurrency', 'jobs']
const jobKeys = [
  'needs',
  'if',
  'runs-on',
  'container',
  'environment',
  'permissions',
  'timeout-minutes',
  'defaults',
  'steps',
  'uses',
]
const stepKeys = ['id', 'if', 'uses', 'with', 'run', 'env', 'shell']
const scopes = ['contents', 'pages', 'id-token']
/** pull_request_target and workflow_run would run the code of strangers with the rights of this repository. */
const events = {
  push: ['branches', 'tags'],
  pull_request: [],
  workflow_dispatch: [],
  workflow_call: [],
  schedule: null,
}

const unknownIn = (object, known) => Object.keys(object ?? {}).filter((key) => !known.includes(key))
/** Refuses each key of an object that is not in the list. */
const hasOnly = (object, known, where) => assert.deepEqual(unknownIn(object, known), [], where)

test('every workflow has a name, events, limited permissions and one run at a time', () => {
  assert.ok(workflows.size >= 4)
  for (const [path, workflow] of workflows) {
    hasOnly(workflow, workflowKeys, path)
    assert.equal(path, `.github/workflows/${workflow.name}.yml`)
    assert.deepEqual(workflow.permissions, { contents: 'read' }, path)
    assert.ok(workflow.concurrency.group.startsWith(workflow.name), path)
    assert.ok(['boolean', 'string'].includes(typeof workflow.concurrency['cancel-in-progress']), path)
    for (const [event, value] of Object.entries(workflow.on)) {
      assert.ok(Object.hasOwn(events, event), `${path}: ${event}`)
      if (event === 'schedule')
        for (const { cron } of value) assert.match(cron, /^(?:[\d*,/-]+ ){4}[\d*,/-]+$/)
      else hasOnly(value, events[event], `${path}: ${event}`)
    }
  }
})

test('every job says where it runs, for how long at most, and what more it may', () => {
  for (const { where, path, job } of jobs) {
    hasOnly(job, jobKeys, where)
    hasOnly(job.permissions, scopes, where)
    for (const need of [job.needs ?? []].flat()) assert.ok(need in workflows.get(path).jobs, where)
    if (job.uses) {
      const called = workflows.get(job.uses.replace(/^\.\//, ''))
      assert.ok(called && 'workflow_call' in called.on, `${where}: ${job.uses}`)
      continue
    }
    assert.equal(job['runs-on'], 'ubuntu-latest', where)
    assert.ok(job['timeout-minutes'] >= 5 && job['timeout-minutes'] <= 120, where)
    assert.ok(job.steps.length > 0, where)
    // the shell of a container would be sh, which goes on after a failure in a pipe
    if (job.steps.some(({ run }) => run)) assert.deepEqual(job.defaults, { run: { shell: 'bash' } }, where)
  }
})

test('what builds or tests runs in one container, that of the Dockerfile', () => {
  const [, image] = readFileSync(join(root, 'Dockerfile'), 'utf8').match(/^FROM (\S+)$/m)
  const building = jobs.filter(({ job }) =>
    job.steps?.some(({ run }) => /^npm (?:test|run)\b/m.test(run ?? '')),
  )
  assert.ok(building.length >= 4)
  for (const { where, job } of building)
    assert.deepEqual(job.container, { image, options: '--shm-size=1g' }, where)
})

test('a step either uses an action or runs a command', () => {
  for (const { where, step } of steps) {
    hasOnly(step, stepKeys, where)
    assert.notEqual('uses' in step, 'run' in step, where)
    if (step.uses === undefined) assert.ok(!('with' in step), where)
  }
  for (const [path, action] of actions) {
    hasOnly(action, ['name', 'description', 'runs'], path)
    assert.equal(action.runs.using, 'composite', path)
    for (const { run, shell } of action.runs.steps) assert.ok(!run || shell === 'bash', path)
  }
})

test('actions of others are pinned by the hash of a commit, and each by one', () => {
  const hashes = new Map()
  for (const { where, step } of steps.filter(({ step }) => step.uses)) {
    if (step.uses.startsWith('./')) {
      assert.ok(files.includes(`${step.uses.slice(2)}/action.yml`), `${where}: ${step.uses}`)
      continue
    }
    const [, action, hash] = step.uses.match(/^(actions\/[\w/-]+)@([0-9a-f]{40})$/) ?? []
    assert.ok(hash, `${where}: ${step.uses}`)
    assert.equal(hashes.get(action) ?? hash, hash, action)
    hashes.set(action, hash)
  }
  assert.ok(hashes.size >= 6)
  for (const path of [...workflows.keys(), ...actions.keys()])
    for (const line of readFileSync(join(root, path), 'utf8').split('\n'))
      if (/uses: actions\//.test(line)) assert.match(line, /@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, path)
})

test('a checkout keeps no credentials', () => {
  const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'))
  assert.ok(checkouts.length >= 4)
  for (const { where, step } of checkouts)
    assert.deepEqual(step.with, { 'persist-credentials': false }, where)
})

test('expressions name what GitHub knows, and none is pasted into a command', () => {
  const known = /^(?:github|steps|needs|vars|runner|env)\.[\w.-]+$/
  for (const { where, step } of steps) assert.ok(!/\$\{\{/.test(step.run ?? ''), `${where}: ${step.run}`)
  for (const path of [...workflows.keys(), ...actions.keys()]) {
    const text = readFileSync(join(root, path), 'utf8')
    const written = [...text.matchAll(/\$\{\{(.*?)\}\}/g), ...text.matchAll(/^\s*(?:- )?if: (.*)$/gm)]
    for (const [, expression] of written) {
      const bare = expression.replace(/'[^']*'/g, '').replace(/\b(?:hashFiles|failure)\([\s,]*\)/g, '')
      for (const name of bare.match(/[\w.-]+/g) ?? []) assert.match(name, known, `${path}: ${expression}`)
    }
    for (const [, id] of text.matchAll(/\bsteps\.(\w+)\./g))
      assert.match(text, new RegExp(`\\bid: ${id}$`, 'm'))
  }
})

test('the key of the toolchain are the files that it depends on', () => {
  const [{ step }] = steps.filter(({ step }) => step.uses?.startsWith('actions/cache/restore@'))
  const patterns = [...step.with.key.matchAll(/'([^']+)'/g)].map(([, pattern]) => pattern)
  const matched = files.filter((file) =>
    patterns.some((pattern) => new RegExp(`^${pattern.replace('*', '[^/]*')}$`).test(file)),
  )
  for (const name of ['debian-packages.json', 'toolchain.mjs', 'toolchain-debian.sh'])
    assert.ok(matched.includes(`tools/setup/${name}`), name)
})

test('who publishes has no more rights than that needs', () => {
  const more = jobs.filter(({ job }) => job.permissions)
  assert.deepEqual(Object.fromEntries(more.map(({ name, job }) => [name, job.permissions])), {
    deploy: { pages: 'write', 'id-token': 'write' },
    publish: { contents: 'write' },
    npm: { contents: 'read', 'id-token': 'write' },
  })
  for (const { where, job } of more)
    assert.ok(
      !job.steps.some(({ uses }) => /checkout|^\.\//.test(uses ?? '')),
      `${where} runs no code of a commit`,
    )
})
