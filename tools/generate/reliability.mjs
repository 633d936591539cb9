// docs/reliability.md: the figures that `--record` wrote (of fuzz, allocations, checked, endurance), faults with their tests, and a checklist with
// what answers it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { checklist } from './reliability-checklist.mjs'
import { faultsTable } from './reliability-faults.mjs'

const read = (path) => readFileSync(join(root, path), 'utf8')
const json = (name) => JSON.parse(read(`docs/reliability/${name}.json`))

const targets = {
  positions:
    'every encoding with parameters within their ranges, alone and in stacks, through every operation: finite numbers, the same twice, streaming kernel beside row kernel',
  formula:
    'formulas of random signs and of random parts: refused at a character of theirs, or a table of finite numbers that attention takes',
  config:
    '`config.json` with changed fields, over the weights that belong to it or over none: refused, or finite logits',
  tokenizer:
    '`tokenizer.json` with changed values, rules and patterns: refused when it is loaded, or text in bounded time',
  'tokenizer-files':
    'vocabularies and SentencePiece models with changed bytes, lines and settings, as each class reads them: refused, or text in bounded time',
  'marian-files': 'the same of the two vocabularies and two SentencePiece models of Marian',
  safetensors:
    'headers, bytes and lengths changed, arriving in pieces, beside a second reader of the format: both refuse, or both accept with the same numbers',
  gguf: 'GGUF files with changed bytes, numbers and lengths, in pieces or whole: refused, or each row of each tensor once; their chat templates render or are refused',
  'gguf-tokenizers': 'the same of files that are tokenizers alone: refused, or text in bounded time',
  torch: 'files of `torch.save`, changed in the same ways: refused, or each row of each tensor once',
  told: 'a config without `model_type` beside tensors that were left out, renamed, reshaped or added: never another family than that of what is unchanged, and the same in another order',
  past: 'texts that go on in caches that were left, aborted, cropped and evicted from, two at once: the tokens of a cache that is new',
  arguments:
    'right arguments of every function, changed into what JavaScript can offer (proxies, detached and shared memory, lying classes …)',
  attention: 'shapes, grouped heads, masks, windows, scales and caps, beside plain loops in double',
  worker:
    'sequences of calls in a worker with crashes, aborts and transfers: every promise settles, with the answer of the library here',
  elements:
    'custom elements with changed attributes and states: they compute or tell what they refuse; text stays text',
}

export function reliabilityPage() {
  const runs = json('runs')
  const sum = (key) => runs.reduce((total, run) => total + run[key], 0)
  return `# Reliability

<!-- written by npm run generate, from docs/reliability/*.json and tools/generate/reliability-{checklist,faults}.mjs -->

What the library promises about bad input, memory and crashes is in [SECURITY.md](../SECURITY.md). This page has the figures of the runs that look for what breaks the promise, and a checklist with what answers each point.

## Generated cases

\`npm run fuzz -- --minutes 10 --target attention --seed 2\` makes cases from a seed; the same seed makes the same cases. After each case comes a known call whose result is compared to the bit, and the models,
sessions and tensors that are alive are counted. A case that takes longer than its limit is a fault; one that hangs or ends the process is found by the process that watches. A fault is shrunk and written to
\`build/fuzz\`; in \`tests/fuzz/found\` the file is a test. \`npm test -- --all\` runs some thousand cases of each target with a fixed seed (stage \`fuzz\`).

**${thousands(sum('cases'))} cases, ${sum('faults')} faults.** "Refused" ended in a \`WhereformerError\`; "core" is the start of the SHA-256 of \`dist/core-simd.wasm\`, "commit" the last that had changed the library.

| target | cases | worked | refused | faults | seed | commit | core | minutes |
|---|--:|--:|--:|--:|--:|---|---|--:|
${runs.map(rowOfRun).join('\n')}

${Object.entries(targets)
  .map(([name, what]) => `- **${name}**: ${what}.`)
  .join('\n')}

## Memory that does not suffice

A core of which an allocation of choice fails runs every operation, kernel and encoding, models of every family, and trainers. Each allocation fails once alone and once with all after it; the answer must be
\`ERR_OOM\`, nothing may be alive afterwards, and the same call on the same objects must give the bits of a run in which nothing failed. \`npm run allocations\` tries every allocation, of the models of all families
40 each; \`npm test -- --all\` tries four of each scenario (stage \`allocations\`), and looks in the object files of the core for code that allocates in a way that cannot fail. What remains: JavaScript's own
arrays, whose refusal becomes \`ERR_OOM\` where input determines their size, and the handles of Embind, which are entries of a JavaScript array; neither is on the heap of WebAssembly.

${allocations(json('allocations'))}

## Checked cores

\`npm run checked\` builds the package over cores that check what they do. **memory**: \`SAFE_HEAP\`, \`ASSERTIONS=2\` and \`STACK_OVERFLOW_CHECK=2\` under all of \`tests/wasm\`. **addresses**: the address and
undefined-behaviour sanitizers under the short run of the fuzzer, what is in \`tests/fuzz/found\`, and all of \`tests/wasm\`. Both packages have the core with threads as it is shipped, without checks.

They found one fault: \`measure\` of an encoding that widens rows read values that were freed (\`tests/native/analysis/meter_test.cpp\`).

${checked(json('checked'))}

## config.json beside transformers

${configVerdicts(JSON.parse(read('tests/golden/config-verdicts.json')))}

## Endurance

\`npm run endurance\` in one process, with garbage collected before each of 20 measurements; the first is taken after a fifth of the run. Calls: attention with three encodings in turn, a heap tensor that is made, used
and disposed, and a refused call. Models are loaded, run and disposed. Workers are killed while they compute; the next call starts another and must have the same answer.

${endurance(json('endurance'))}

## Faults that were found, and their tests

What attacks from outside found in earlier states, and what those did when these tests ran against them (of F and G in their first form, since files have moved).

${faultsTable()}

## Checklist

Points that are not reached say so.

| | point | what answers it |
|--:|---|---|
${checklist(facts())
  .map(([point, answer], i) => `| ${i + 1} | ${point} | ${answer} |`)
  .join('\n')}
`
}

function allocations({ groups, ...state }) {
  const rows = groups.map(
    ({ group, scenarios, allocations, runs, faults }) =>
      `| ${group} | ${scenarios} | ${thousands(allocations)} | ${thousands(runs)} | ${faults} |`,
  )
  return `| group | scenarios | allocations | runs with a failure | faults |
|---|--:|--:|--:|--:|
${rows.join('\n')}

${labelOf(state)}`
}

function checked(kinds) {
  const rows = Object.entries(kinds).map(
    ([kind, { passed, failed, seconds, core, date }]) =>
      `| ${kind} | ${thousands(passed)} | ${failed} | ${(seconds / 60).toFixed(0)} | ${core} | ${date} |`,
  )
  const left = Object.entries(kinds).map(([kind, one]) => `**${kind}** ${one.left}`)
  const again = Object.values(kinds).some(({ failed }) => failed > 0)
    ? 'The failed ones are of tests that these runs still had and that are left out since; their other files were run again without them. '
    : ''
  return `| kind | tests passed | failed | minutes | core | day |
|---|--:|--:|--:|---|---|
${rows.join('\n')}

${again}Left out, because the packages have one checked core and none with relaxed SIMD, and because the sanitizers have memory of their own from the start and end the program where memory does not suffice: ${left.join('; ')}.`
}

const labelOf = ({ commit, core, date, node }) =>
  `Commit ${commit}, core ${core}${date ? `, ${date}` : ''}, Node ${node}.`

function configVerdicts(cases) {
  const models = new Set(cases.map(({ model }) => model)).size
  const count = (verdict) => cases.filter((one) => one.verdict === verdict).length
  return `\`tests/golden/config-verdicts.json\` has what transformers says of ${cases.length} changed configs of ${models} small checkpoints, each loaded over the weights of the unchanged one and run: ${count('refused')} are refused (by the
configuration, while the model is built, because weights do not fit, or when it runs), ${count('same')} give the same logits, ${count('other')} others, ${count('not finite')} none that are finite. \`tests/lib/config-verdicts.test.ts\` asks the same here: what
transformers refuses is refused, what changes its logits changes them here to the same numbers or is refused. The differences that remain are in a list there, each with its reason.`
}

const thousands = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ' ')

function rowOfRun({ target, cases, worked, refused, faults, seed, commit, core, seconds }) {
  const counts = [cases, worked, refused].map(thousands).join(' | ')
  return `| ${target} | ${counts} | ${faults} | ${seed} | ${commit} | ${core} | ${(seconds / 60).toFixed(0)} |`
}

function endurance({ results, ...state }) {
  const megabytes = ({ first, last }, key) =>
    `${(first[key] / 2 ** 20).toFixed(1)} → ${(last[key] / 2 ** 20).toFixed(1)} MiB`
  const rows = results.map(
    (one) =>
      `| ${one.what} | ${thousands(one.count)} | ${one.seconds} | ${megabytes(one, 'heap')} | ${megabytes(one, 'resident')} |`,
  )
  return `| what | how many | seconds | JavaScript and array buffers | the process |
|---|--:|--:|--:|--:|
${rows.join('\n')}

${labelOf(state)}`
}

const modelFolders = () =>
  readdirSync(join(root, 'tests/golden/models'), { withFileTypes: true }).filter((one) => one.isDirectory())
    .length

/** Numbers of the checklist that the repository knows. */
function facts() {
  const count = (folder) => readdirSync(join(root, folder)).length
  const runs = json('runs')
  return {
    configs: count('tests/golden/configs'),
    models: modelFolders(),
    consumers: read('docs/consumers.md').match(/\*\*(\d+ of \d+) are green/)?.[1],
    casesOf: (target) =>
      thousands(runs.filter((run) => run.target === target).reduce((total, { cases }) => total + cases, 0)),
    endured: Object.fromEntries(json('endurance').results.map(({ what, count }) => [what, thousands(count)])),
  }
}
