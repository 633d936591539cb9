// The checklist of docs/reliability.md: what would have to hold, and what shows that it does, or that it does not.

/** @returns {[point: string, answer: string][]} */
export const checklist = ({ configs, models, consumers, casesOf, endured }) => [
  [
    'Elementary functions: error within 2 ULP, published',
    'e^x and 2^x within 2 ULP, log within 3, sine and cosine off by at most 2⁻⁵² for every angle that positions to 2²⁴ make (`tests/native/core/math_test.cpp`, dense grids in double). Not all 2³² float32 inputs are tried.',
  ],
  [
    'Attention beside double precision: at least 5000 random shapes, grouped heads, windows, caps, every mask; logits to ±10⁴',
    `${casesOf('attention')} random cases beside plain loops in double, queries up to 10⁴ times the keys; every encoding and kernel beside the reference at edge-case sizes (\`tests/native/attention\`).`,
  ],
  [
    'RoPE at positions to 2²⁴, relative shift, both layouts bit for bit',
    'Angles in double; `tests/wasm/far-positions.test.ts` compares logits to position 10⁶ with float64, `tests/native/position/rope_test.cpp` the layouts and 2²⁴.',
  ],
  [
    'At least 40 real configs beside transformers',
    `${configs} files in \`tests/golden/configs\`, ${models} small models with transformers' own outputs in \`tests/golden/models\`, and the configs and tensor lists of a hundred published checkpoints ([published.md](published.md)).`,
  ],
  [
    'Special values: −∞ masks, rows that see nothing, NaN behind a mask, subnormals',
    'Rows that see nothing are zeros, forward and backward; a hidden NaN does not leak (`tests/wasm/attention.test.ts`, `tests/native/train`). Legal but rare parameters give finite numbers or a refusal (`tests/wasm/finite.test.ts` and target `positions`).',
  ],
  [
    'Gradients beside finite differences, pinned training runs, replay to the bit',
    'Every operation and every learned parameter beside a reference in double and beside PyTorch (`tests/native/train`, `tests/wasm/train-golden.test.ts`); a resumed trainer goes on to the same bits. No random graphs: there is one graph, the model.',
  ],
  [
    'The same bits on all engines; no relaxed instruction in the default build; no flag that lets results change',
    'More than 100 hashes of results, and those of 100 training steps, agree in Node, Chromium, Firefox and WebKit on x86-64 (`tests/browser/exactness.spec.ts`, `tests/engines`); `tools/check/check-flags.mjs` reads every compile command. Not tried on arm64.',
  ],
  [
    'safetensors: malformed files, caps on every count, checked products',
    'More than 60 made by hand and 5000 mutations (`tests/lib/safetensors.test.ts`); limits in [SECURITY.md](../SECURITY.md).',
  ],
  [
    'safetensors beside another reader: never laxer',
    `${casesOf('safetensors')} changed files beside a second reader written from the specification (target \`safetensors\`), neither laxer nor stricter; and the recorded verdicts of the Python package on 500 such files, which are the same (\`tests/lib/safetensors-verdicts.test.ts\`). The second reader is ours.`,
  ],
  [
    'Fuzzing of every parser under sanitizers, coverage guided',
    'Parsers are TypeScript, so that memory errors cannot occur in them; the targets of the table above. Generators know the structure; they are not guided by coverage. Kernels run under address and undefined-behaviour sanitizers (stage `asan`).',
  ],
  [
    'Hostile JavaScript arguments end in typed errors; memory unchanged',
    `${casesOf('arguments')} cases (target \`arguments\`).`,
  ],
  [
    'The n-th allocation fails, for every n: the right code, the next call right',
    'Every allocation of every operation, kernel and encoding, of models and trainers, alone and with all after it: `ERR_OOM`, and the next call has the same bits; above. The object files of the core refer to no `operator new` (`tools/check/allocating.mjs`).',
  ],
  [
    'Create and dispose: memory constant; elements attached and detached',
    `${endured.calls} calls and ${endured.models} models, above. Disposal during a call, twice, and by the garbage collector: \`tests/wasm/lifetime.test.ts\`, \`heap-tensor.test.ts\`.`,
  ],
  [
    'Memory growth inside every call',
    'A core whose memory grows at each allocation gives the same bits in every scenario of stage `allocations`, models of all families and trainers included.',
  ],
  [
    'A killed worker: pending calls reject within a second, the next works',
    `${endured['workers killed']} killed while computing, above; sequences with crashes in target \`worker\` (${casesOf('worker')} cases); \`tests/wasm/worker.test.ts\` has the second.`,
  ],
  [
    'Sanitizers in WebAssembly',
    'Native tests run under address, leak and undefined-behaviour sanitizers in each `npm test -- --all`; `npm run checked` runs the package under `SAFE_HEAP`, `ASSERTIONS=2` and `STACK_OVERFLOW_CHECK=2`, and generated cases under the same sanitizers: figures above.',
  ],
  [
    'Coverage of lines and branches, mutation score',
    'Not measured. Facts of every model family are mutated one at a time, and a test must notice each (`tests/lib/facts.test.ts`).',
  ],
  [
    'At least 20 consumers, development and production',
    `${consumers} are green ([consumers.md](consumers.md)).`,
  ],
  [
    'Strict content security policy with trusted types, sandboxed frames, no network after load',
    '`tests/browser/elements/anywhere.spec.ts`, `tests/browser/article-policy.spec.ts`.',
  ],
  [
    'Chromium, Firefox, WebKit; small screens; touch; offline',
    'Stages `browser`, `firefox` and `webkit`; 320 to 1440 pixels; `small-device.spec.ts`; a figure that has loaded works offline. A slow connection and a memory limit as on phones are not simulated in the tests.',
  ],
  [
    'Accessibility without findings',
    'axe over every page at three widths in both themes and languages, and over every element (`article-accessibility.spec.ts`, `elements/axe.spec.ts`); keyboard in `elements/accessibility.spec.ts`.',
  ],
  [
    'Budgets of size and time',
    'The build refuses a core beyond its budget (ADR 22) and elements beyond theirs; `npm run bench:quick` compares speed with the committed baseline.',
  ],
  [
    'Supply chain: hashes of what is installed, few dependencies, integrity of what is published',
    'Every npm package that a set-up can install has a hash in the lock files (`tools/check/check-lock.mjs`; optional ones for other systems may have none); the toolchain’s packages are recorded (ADR 30); the core and the library have no dependency at run time; `dist/integrity.json` has the hash of each script and `.wasm` file. A build on a second machine has not been compared to the bit.',
  ],
]
