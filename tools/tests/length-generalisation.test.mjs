import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importTypeScript } from '../build/typescript.mjs'
import { chaptersOf, page } from '../generate/length-generalisation.mjs'
import { lengthPicture } from '../generate/length-picture.mjs'
import { choicePlan, choiceTable, withRates } from '../science/choice.mjs'
import { planTable } from '../science/plan-table.mjs'

const PLAN = {
  machine: 'a machine',
  defaults: { seeds: [1, 2, 3, 4, 5], optimizer: { learningRate: 0.003 } },
  encodings: { mine: { label: { en: 'Mine', zh: '我的' } } },
  experiments: {
    copy: {
      task: 'copy',
      trainLength: 16,
      seconds: 36,
      encodings: ['rope', 'none', 'mine', 'shaw'],
    },
    text: {
      task: { type: 'text', file: 'a.txt', last: 4 },
      trainLength: 8,
      shortestTrainLength: 8,
      seconds: 72,
      encodings: ['rope'],
      optimizer: { weightDecay: 0.1 },
    },
  },
}

async function lab() {
  const { presets } = await importTypeScript('web/lab/encodings.ts')
  const { taskOf } = await importTypeScript('web/lab/tasks/tasks.ts')
  return { presets, taskOf }
}

const pageOf = async (records) => page(records, chaptersOf(records, await lab()))

const LENGTHS = [16, 32]

/** Runs of five seeds with these shares of right sequences at 16 and 32. */
const encoding = (name, near, far) => ({
  name,
  runs: near === undefined ? [] : [1, 2, 3, 4, 5].map((seed) => runOf(seed, [near, far])),
})

const runOf = (seed, shares) => ({
  seed,
  steps: 10,
  loss: 0.5,
  validationLoss: 0.5,
  validationExactMatch: 1,
  lengths: LENGTHS.map((length, i) => ({
    length,
    loss: 1.25,
    sequences: 128,
    exactMatch: shares[i] + (shares[i] > 0 && shares[i] < 1 ? seed / 1000 : 0),
  })),
})

const recorded = (encodings) => ({
  plan: PLAN,
  total: 20,
  missing: ['a', 'b'],
  experiments: [
    { name: 'copy', task: { type: 'copy' }, trainLength: 16, testLengths: LENGTHS, steps: 100, encodings },
    {
      name: 'text',
      task: { type: 'text', last: 4 },
      trainLength: 8,
      testLengths: [8, 16],
      steps: 100,
      encodings: [encoding('rope')],
    },
  ],
})

test('the page says what separates, what does not, what has not learned and what is not run', async () => {
  const encodings = [
    encoding('rope', 1, 0.1),
    encoding('none', 1, 0.1),
    encoding('mine', 1, 0.9),
    encoding('shaw', 0.5, 0.4),
    encoding('alibi'),
  ]
  const text = await pageOf(recorded(encodings))
  assert.match(text, /18 of 20 runs are recorded/)
  assert.match(
    text,
    /\*\*Copy\*\*\. At 32, against RoPE \(exact match 0\.10\): better: Mine \(\+0\.80 ± 0\.\d\d\); no difference found: none \(NoPE\); not learned: Shaw\./,
  )
  assert.match(text, /长度 32，与 RoPE（完全匹配率 0\.10）相比：更好：我的 \(\+0\.80/)
  assert.match(text, /\| Shaw \| not learned \(loss 1\.25\) · 未学会（损失 1\.25） \| {2}\| 5 \|/)
  assert.match(text, /\| ALiBi \| – \| – \| not run yet · 尚未运行 \|/)
  assert.doesNotMatch(text, /## Characters of a text/) // nothing is recorded of it
  assert.match(text, /^Not run yet · 尚未运行: Characters of a text · 文本字符\.$/m)
  assert.match(text, /copy, 32: none \(NoPE\) − RoPE .*: no difference found\./)
  assert.match(text, /copy, 32: RoPE 0\.10: agrees\./)
  assert.match(text, /Trained on up to 16, at most 100 steps, learning rate 0\.003\. · 训练长度最多 16，/)
  assert.doesNotMatch(text, /NaN|undefined/)
})

test('a task without a finding is not run, or has seeds left, or is not learned', async () => {
  const started = { ...encoding('rope', 1, 0.1), runs: encoding('rope', 1, 0.1).runs.slice(0, 2) }
  assert.match(
    await pageOf(recorded([started, encoding('none')])),
    /^Not all seeds are run yet · 种子尚未跑完: Copy · 复制\.$/m,
  )
  assert.match(
    await pageOf(recorded([encoding('rope', 0.5, 0.1), encoding('none', 0.4, 0.1)])),
    /^Not learned, so that nothing is compared · 没有学会，因此不比较: Copy · 复制\.$/m,
  )
})

test('what separates has a picture, in which what has not learned has no mark', async () => {
  const records = recorded([
    encoding('alibi', 1, 0.1),
    encoding('rope', 1, 0.9),
    encoding('shaw', 0.5, 0.4),
    encoding('none'),
  ])
  assert.match(await pageOf(records), /!\[Copy · 复制\]\(length-generalisation\/copy\.svg\)/)
  const drawn = lengthPicture(records.experiments[0], 'Copy', (name) => [name, name])
  const names = [...drawn.matchAll(/class="name"[^>]*>(\w+)</g)].map(([, name]) => name)
  assert.deepEqual(names, ['rope', 'alibi', 'shaw']) // the best first, what is not run is absent
  assert.equal(drawn.match(/<g class="rope">/g).length, 1)
  assert.equal(drawn.match(/<circle[^>]*r="5"/g).length, 2)
  assert.match(drawn, /shaw<\/text><text class="apart"[^>]*>not learned, loss 1\.25 · 未学会</)
  assert.match(drawn, />exact match at length 32 ·/)
  assert.doesNotMatch(drawn, /NaN|undefined/)
  const small = recorded([encoding('alibi', 1, 0.001), encoding('rope', 1, 0.9)]).experiments[0]
  assert.match(
    lengthPicture(small, 'Copy', (name) => [name, name]),
    />&lt;0\.01</,
  )
})

test('of records without a difference the page compares nothing', async () => {
  const encodings = ['rope', 'none', 'mine', 'shaw'].map((name) => encoding(name, 1, 0.4))
  const text = await pageOf(recorded(encodings))
  const [, said] = text.split('## What separates')
  const [findings, rest] = said.split('## How it is compared')
  const chapters = rest.slice(rest.indexOf('## Copy'), rest.indexOf('## What others'))
  assert.doesNotMatch(findings + chapters, /better|worse|更好|更差/)
  assert.match(findings, /These do not/)
  assert.doesNotMatch(findings, /!\[/)
})

test('the page names what runs were made with, and the hours of one core; one run of many positions counts once', async () => {
  const made = (engine, date) => ({
    ...{ version: '1.2.3', variant: 'simd', buildSha: 'a', engine },
    ...{ date, seconds: 3600 },
  })
  const encodings = [encoding('rope', 1, 0.1)]
  encodings[0].runs.forEach((run, i) => {
    run.made = made(i === 0 ? 'Node 20' : 'Node 24', `2026-11-0${5 - i}`)
  })
  encodings.push({ name: 'none', runs: [...encodings[0].runs] })
  assert.match(
    await pageOf(recorded(encodings)),
    /^Recorded with whereformer 1\.2\.3 \(simd\), Node 20, Node 24, .*, 2026-11-01 – 2026-11-05: 5\.0 hours of one core/m,
  )
})

test('without records it says so', async () => {
  const text = await pageOf(recorded(['rope', 'none'].map((name) => encoding(name))))
  assert.match(text, /Not run yet\. · 尚未运行。/)
  assert.match(text, /\*\*Here:\*\* Not run yet, or not learned here\./)
  assert.doesNotMatch(text, /NaN|undefined/)
})

test('the plan in cells, runs and hours', () => {
  const { experiments } = recorded([
    encoding('rope', 1, 1),
    encoding('none'),
    encoding('mine'),
    encoding('shaw'),
  ])
  const missing = ['copy.none.1', 'copy.none.2', 'text.rope.1']
  const table = planTable(PLAN, experiments, missing, 'this machine').split('\n')
  assert.match(table[1], /^copy +4 +20 +36 +0\.2 +2 +0\.0$/)
  assert.match(table[3], /^all +5 +25 +0\.3 +3 +0\.0$/)
  assert.match(table.at(-1), /planned on a machine; this is this machine\./)
})

test('a rate is chosen on a seed that is not reported, from the least mean loss of runs that all ended', () => {
  const plan = choicePlan(PLAN, '/folder')
  assert.deepEqual(Object.keys(plan.experiments).slice(0, 3), ['copy-0_001', 'copy-0_003', 'copy-0_01'])
  const { seeds, encodings, optimizer, testLengths } = plan.experiments['copy-0_01']
  assert.deepEqual(
    [seeds, encodings, optimizer, testLengths],
    [[0], ['rope', 'none', 'shaw'], { learningRate: 0.01 }, [16]],
  )
  const { task, optimizer: ofText } = plan.experiments['text-0_003']
  assert.deepEqual(task, { type: 'text', file: '/folder/a.txt', last: 4 })
  assert.deepEqual(ofText, { weightDecay: 0.1, learningRate: 0.003 })
  const found = (name, ...losses) => ({
    name,
    encodings: losses.map((loss) => ({ runs: loss === null ? [] : [outcome(loss)] })),
  })
  const outcome = (loss) => (loss === 'failed' ? { error: 'a loss is NaN' } : { validationLoss: loss })
  const experiments = [
    found('copy-0_001', 2, 1),
    found('copy-0_003', 0.5, 0.7),
    found('copy-0_01', 0.1, 'failed'),
    found('text-0_001', 'failed'),
    found('text-0_003', 'failed'),
    found('text-0_01', 3),
  ]
  assert.equal(
    choiceTable(experiments),
    'copy: 0.001 1.5000, 0.003 0.6000, 0.01 –; best 0.003\ntext: 0.001 –, 0.003 –, 0.01 3.0000; best 0.01',
  )
  const incomplete = [...experiments.slice(0, 2), found('copy-0_01', 0.1, null)]
  assert.match(choiceTable(incomplete), /best –$/)
  const remedied = { ...PLAN.experiments.text, remedies: [{ name: 'window' }] }
  const chosen = withRates(
    { ...PLAN, experiments: { ...PLAN.experiments, remedied } },
    experiments,
  ).experiments
  assert.deepEqual(
    [chosen.copy, chosen.text, chosen.remedied].map(({ optimizer }) => optimizer),
    [
      { learningRate: 0.003 },
      { weightDecay: 0.1, learningRate: 0.01 },
      { weightDecay: 0.1, learningRate: 0.01 },
    ],
  )
  assert.deepEqual(withRates(PLAN, []), PLAN)
})
