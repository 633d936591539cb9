// The API page: what the functions do, in one sentence each, with an example. The build fails where one is missing.

import type { Bilingual } from '../../content/bilingual.js'

export interface Described {
  about: Bilingual
  example?: string
}

const said = (en: string, zh: string, example?: string): Described => ({
  about: { en, zh },
  ...(example && { example }),
})

export const examples = {
  start: `import { load } from 'whereformer'

const wf = await load()
const tensor = { data: new Float32Array(2 * 16 * 8), shape: [2, 16, 8] } // [heads, tokens, headDim]
const { output } = wf.attention(tensor, tensor, tensor, { position: { type: 'rope' } })`,
  worker: `import { loadInWorker } from 'whereformer/worker'

const wf = await loadInWorker()
const { data } = await wf.bias({ type: 'alibi' }, { heads: 8, queries: 16, keys: 16 })
wf.terminate()`,
}

/** Methods of what load() returns. */
export const methods: Readonly<Record<string, Described>> = {
  info: said(
    'Version, variant and toolchain of this build.',
    '本次构建的版本、变体和工具链。',
    'wf.info.version',
  ),
  encodings: said(
    'The catalogue of encodings: type, title, paper, doors, formula and parameters of each.',
    '编码目录：每种编码的类型、名称、论文、门、公式和参数。',
    "wf.encodings.find(({ type }) => type === 'rope')",
  ),
  attention: said(
    'Scaled dot-product attention with a position encoding; optionally also scores, attention weights, and each score’s terms.',
    '带位置编码的缩放点积注意力；可选地还给出得分、注意力权重，以及每个得分的各项。',
    "const { output, weights } = wf.attention(q, k, v, { position: { type: 'alibi' }, isCausal: true, return: ['weights'] })",
  ),
  tensor: said(
    'A tensor in WebAssembly memory, for calls without copying. Call dispose() when done.',
    'WebAssembly 内存中的张量，用于不复制的调用；用完请调用 dispose()。',
    'const zeros = wf.tensor([8, 1024, 64]) // later: zeros.dispose()',
  ),
  matmul: said(
    'The product of two matrices, or of batches of matrices.',
    '两个矩阵之积，或成批矩阵之积。',
    'wf.matmul(a, b)',
  ),
  softmax: said('Softmax over the last axis.', '沿最后一个轴的 softmax。', 'wf.softmax(scores)'),
  layerNorm: said(
    'Layer normalisation over the last axis.',
    '沿最后一个轴的层归一化。',
    'wf.layerNorm(x, { epsilon: 1e-5 })',
  ),
  rmsNorm: said(
    'Root-mean-square normalisation over the last axis.',
    '沿最后一个轴的均方根归一化。',
    'wf.rmsNorm(x)',
  ),
  embed: said(
    'Door ①: what an encoding adds to the embeddings.',
    '第 ① 扇门：一种编码加到词嵌入上的数。',
    "wf.embed({ type: 'sinusoidal' }, { length: 64, dim: 128 })",
  ),
  rotate: said(
    'Door ②: vectors rotated by their positions.',
    '第 ② 扇门：按位置旋转的向量。',
    "wf.rotate({ type: 'rope' }, q, { positions: [5, 6, 7] })",
  ),
  bias: said(
    'Door ③: the bias that an encoding adds to the scores.',
    '第 ③ 扇门：一种编码加到得分上的偏置。',
    "wf.bias({ type: 'alibi' }, { heads: 8, queries: 16, keys: 16 })",
  ),
  frequencies: said(
    'Frequency (radians per position) of each rotated pair, with any RoPE scaling.',
    '每一对旋转通道的频率（每位置弧度），适用于任何 RoPE 缩放。',
    "wf.frequencies({ type: 'rope', scaling: { ropeType: 'linear', factor: 4 } }, { dim: 64 })",
  ),
  place: said(
    'The position ids after an encoding has renumbered them.',
    '一种编码重新编号之后的位置编号。',
    "wf.place({ type: 'randomized', range: 512 }, { length: 32 })",
  ),
  measure: said(
    'Four properties of an encoding, each with its smallest counter-example.',
    '一种编码的四种性质，各附最小反例。',
    "wf.measure({ type: 'rope' }, { length: 128 }).relativity",
  ),
  identify: said(
    'The convention that your arrays follow: every encoding, parameter setting and known mistake that reproduces them, and the effect of changing one convention.',
    '你的数组遵循哪种约定：给出所有能算出它们的编码、参数和已知错误，以及改变一项约定的影响。',
    '(await wf.identify({ input: q, output: qRotated })).explanations[0]?.name',
  ),
  loadModel: said(
    "A model from a Hugging Face checkpoint: its configuration, weights and tokenizer. { weights: 'q8' } rounds matrices to 8 bits.",
    "由 Hugging Face 检查点（配置、权重、分词器）得到的模型。{ weights: 'q8' } 把矩阵舍入为 8 位。",
    'const model = await wf.loadModel({ config, weights: url, tokenizer })',
  ),
  fromPretrained: said(
    'A model by its name, from the Hub or a mirror, or in Node from a folder; its files are kept for the next time.',
    '按名称加载模型：来自 Hub 或其镜像，在 Node 中也可以是一个文件夹；文件会留到下次使用。',
    "const model = await wf.fromPretrained('Qwen/Qwen2.5-0.5B', { weights: 'q8' })",
  ),
  randomModel: said(
    'A model of any sizes with random weights; a seed gives the same bits in every engine.',
    '任意大小、权重随机的模型；同一种子在任何引擎中逐位相同。',
    "await wf.randomModel({ vocab: 32, dModel: 16, layers: 2, heads: 2 }, { position: { type: 'rope' }, seed: 1 })",
  ),
  modelCache: said(
    'How many bytes of models are kept, and how to delete them.',
    '保留的模型文件占多少字节，以及如何删除。',
    'const { bytes, clear } = await wf.modelCache()',
  ),
  trainer: said(
    'Trains a small Transformer: steps, losses, evaluation, and access to the model during training.',
    '训练一个小型 Transformer：训练步、损失、评估，训练期间也能取用模型。',
    "const trainer = await wf.trainer({ model: { layers: 2, heads: 4, dModel: 64, vocab: 16, position: { type: 'rope' } }, seed: 1 })",
  ),
  resumeTrainer: said(
    'A trainer restored from its saved files; it continues bit-identically, as if it had never stopped.',
    '由保存的文件恢复训练；结果与从未中断时逐位相同。',
    'const trainer = await wf.resumeTrainer(files)',
  ),
  liveHandles: said(
    'The number of models, trainers and tensors not yet disposed of.',
    '还有多少模型、训练器和张量没有释放。',
    'wf.liveHandles()',
  ),
  ready: said(
    'After a crash: resolves when a new instance is ready.',
    '崩溃之后：新的实例能用时兑现。',
    'await wf.ready()',
  ),
}

const en = {
  title: 'API reference',
  description: 'Every function and type of the library, with examples.',
  lead: 'Tensors are plain objects, encodings are plain JSON, and names follow PyTorch, ONNX and Hugging Face.',
  start: 'Getting started',
  startText: 'Load the library once; after that every function is synchronous.',
  functions: 'What load() returns',
  worker: 'In a Worker',
  workerText:
    'The same functions, asynchronous, in a worker. A crashed worker is replaced and its models are reloaded; a trainer is lost, but can be restored from its saved files.',
  others: 'Other functions',
  types: 'Types',
  typesText: 'As declared by the package.',
  members: 'members',
}

export type ApiWords = typeof en

const zh: ApiWords = {
  title: 'API 参考',
  description: '程序库的全部函数和类型，附例子。',
  lead: '张量是普通对象，编码是普通 JSON，名称沿用 PyTorch、ONNX 和 Hugging Face 的叫法。',
  start: '入门',
  startText: '程序库只加载一次，之后每个函数都是同步的。',
  functions: 'load() 返回的对象',
  worker: '在 Worker 里',
  workerText:
    '同样的函数，以 Promise 形式在页面线程之外运行；Worker 崩溃后会自动换新：模型会重新加载，训练器则随之丢失，可由保存的文件恢复。',
  others: '其他函数',
  types: '类型',
  typesText: '与包中的声明一致；注释是英文。',
  members: '成员',
}

export const apiWords: Bilingual<ApiWords> = { en, zh }
