// The work items: plain data that Node and the page share. `kind` names the file in page/problems, `quick` whether bench:quick takes it.

const heads = 8
const headDim = 64

function matmul(rows, inner, columns) {
  const id = rows === inner && inner === columns ? `gemm/${rows}` : `gemm/${rows}x${inner}x${columns}`
  return { id, kind: 'matmul', rows, inner, columns, flops: 2 * rows * inner * columns, quick: true }
}

// Engines that take seconds for one long call, or that fail: they run where a target or a table of ours needs them.
const slow = ['tfjs-wasm', 'jax-js', 'plain JS']
const failing = ['LiteRT.js', ...slow]
// A peer that returns weights computes the parts by single products, which are items of their own.
const withoutWeights = ['LiteRT.js', 'onnxruntime-web', 'tfjs-wasm', 'jax-js']

function attention(id, sizes) {
  const item = {
    id: `attention/${id}`,
    kind: 'attention',
    heads,
    headDim,
    causal: false,
    bias: false,
    ...sizes,
  }
  const { tokens, causal, bias } = item
  const pairs = causal ? (tokens * (tokens + 1)) / 2 : tokens * tokens
  const quick = bias ? tokens === 1024 : tokens <= (causal ? 1024 : 2048)
  const without = tokens > 2048 ? failing : tokens > 128 && id !== 'none/1024' ? slow : []
  return { quick, without, ...item, flops: 4 * item.heads * item.headDim * pairs }
}

const lengths = [77, 128, 512, 1000, 1024, 2048, 4096]
const masks = [
  ['none', {}],
  ['causal', { causal: true }],
  ['bias', { bias: 'alibi' }],
  ['causal+bias', { causal: true, bias: 'alibi' }],
  ['mask', { bias: 'mask' }],
  ['causal+mask', { causal: true, bias: 'mask' }],
]
const encodings = ['alibi', 't5', 'shaw', 'transformerXl', 'deberta']

/** In the order in which they run and are shown. */
export const items = [
  matmul(512, 512, 512),
  matmul(1024, 64, 1024),
  {
    id: 'gemv/1x512x2048',
    kind: 'gemv',
    rows: 1,
    inner: 512,
    columns: 2048,
    flops: 2 * 512 * 2048,
    quick: true,
  },
  ...lengths.flatMap((tokens) =>
    masks
      .filter(([, { bias }]) => !bias || tokens === 1024 || (bias === 'alibi' && tokens < 4096)) // 8 · 4096² biases are half a gigabyte for each engine
      .map(([name, mask]) =>
        attention(`${name}/${tokens}`, { tokens, ...mask, beside: name === 'causal' && tokens >= 1024 }),
      ),
  ),
  ...[256, 1024].map((tokens) =>
    attention(`weights/${tokens}`, {
      tokens,
      weights: true,
      beside: true,
      quick: true,
      without: withoutWeights,
    }),
  ),
  ...encodings.map((encoding) => attention(`${encoding}/1024`, { tokens: 1024, encoding, beside: true })),
  ...[32, 80, 96, 128].map((dim) => attention(`head-size-${dim}/1024`, { tokens: 1024, headDim: dim })),
  { id: 'rope/8x1024x64', kind: 'rotary', heads, headDim, tokens: 1024, quick: true },
  { id: 'softmax/8x1024x1024', kind: 'softmax', rows: 8 * 1024, columns: 1024, quick: true },
  { id: 'gpt/forward-256', kind: 'gptForward', tokens: 256, quick: true },
  { id: 'gpt/decode-255', kind: 'gptDecode', past: 255, steps: 32, quick: true },
  {
    ...attention('smallest', { heads: 1, headDim: 4, tokens: 1 }),
    id: 'call/attention-1x1x4',
    flops: undefined,
  },
  { id: 'copy/8-MiB', kind: 'copy', rows: 2048, columns: 1024, quick: true },
]

/**
 * Logits of a last token, or the time of each of 64 tokens. Tolerances are in standard deviations of the logits that float32 weights
 * give, for this package's logits and for what a peer says: wllama rounds the inputs of its products to the type of the weights.
 */
export const realSizes = [
  ['F32', { own: 1e-4, peer: 1e-3 }],
  ['F16', { own: 1e-4, peer: 0.05 }],
  ['q8', { own: 0.3, peer: 0.3 }],
].flatMap(([type, tolerance]) => [
  ...[64, 256, 1024].map((prompt) => ({
    id: `real-sizes/${type}/prefill-${prompt}`,
    type,
    tolerance,
    prompt,
    steps: 1,
  })),
  { id: `real-sizes/${type}/decode-64`, type, tolerance, prompt: 64, steps: 65 },
])

/** Those whose id begins with one of the words, or has it between two slashes. */
export function chosenItems(words, quick) {
  return chosenOf(
    items.filter((item) => item.quick || !quick),
    words,
  )
}

/** Of the models of real size, which the short benchmark leaves out. */
export const chosenRealSizes = (words) => chosenOf(realSizes, words)

function chosenOf(offered, words) {
  if (words.length === 0) return offered
  return offered.filter(({ id }) => words.some((word) => id.startsWith(word) || id.split('/').includes(word)))
}

/** Whether a part that is no item is measured too. @param {'training' | 'memory' | 'cold'} part */
export const partChosen = (words, part) => words.length === 0 || words.includes(part)
