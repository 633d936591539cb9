// The words of <wf-your-model>.

import type { Bilingual } from '../../../content/bilingual.js'
import { short } from '../../../content/format.js'
import type { View } from './your-model-fields.js'

type Views = Readonly<Record<View, string>>

const en = {
  gap: ' ',
  comma: ', ',
  look: 'Open your own model: see where position enters, what its heads attend to, and how this changes when the text is moved.',
  lookReady: (title: string) => `${title} runs in this browser.`,
  private: 'Nothing leaves your machine: the files are read in this browser, and nothing is sent anywhere.',
  byName: 'Or a model by its name',
  host: 'Ask',
  hosts: { hub: 'Hugging Face', mirror: 'hf-mirror', modelscope: 'ModelScope', other: 'another host …' },
  address: 'Address of the host',
  lookUp: 'Look it up',
  toWhom: (host: string) =>
    `The button asks ${host} for this model’s config.json and the headers of its weights. Nothing else is sent; the host learns your IP address and the name of the model. Weights are downloaded only after a second button.`,
  noHost: 'Nothing is asked before there is an address.',
  asking: (host: string) => `Asking ${host} …`,
  several: (host: string, count: number) =>
    `${host} has ${count} GGUF files of this model. Each is a model of its own: choose one below, then look it up.`,
  whichFile: 'File',
  downloads: (size: string, host: string) =>
    `This downloads ${size} and tokenizer.json from ${host} (or from where it redirects) and keeps them in this browser.`,
  kept: (size: string) => `Kept in this browser: ${size}.`,
  emptyKept: 'Delete',
  unreachable: (host: string) =>
    `${host} could not be asked. There may be no network, or the host or this page forbids the request.`,
  noSuchModel: (host: string) => `${host} has no model of this name with config.json and model.safetensors.`,
  notForAll: (host: string) => `${host} has no model of this name, or does not show it to everybody.`,
  noName: 'This is no name of a model. Names look like owner/name.',
  drop: 'Drop config.json, tokenizer.json and model.safetensors (all shards) here, a .gguf file, or the whole folder',
  choose: 'Choose files …',
  chooseFolder: 'Choose a folder …',
  ours: 'Or a built-in model',
  none: 'none',
  loads: (name: string, size: string) => `${name} · ${size}`,
  reading: 'Reading the files …',
  found: 'Contents of the files',
  load: 'Load model',
  close: 'Close the model',
  other: 'Choose other files',
  cancel: 'Cancel',
  loading: (title: string) => `Loading ${title}`,
  loadingShare: (share: string) => `Loading: ${share}`,
  round: (need: string) => `Quantise to 8 bits: ${need} of memory`,
  roundHelp: 'Needs less memory; results differ slightly from the original.',
  memory: (need: string, most: string) => `${need} of memory (WebAssembly allows at most ${most})`,
  files: (shards: number, size: string) => (shards === 1 ? `one file, ${size}` : `${shards} shards, ${size}`),
  untold: 'read when the model is loaded',
  tokenizerThere: 'found',
  tokenizerMissing: 'missing',
  noTokenizer:
    'tokenizer.json is missing; it is needed to turn text into tokens. Add it, or the files that hold the vocabulary (vocab.txt, vocab.json with merges.txt, spiece.model), to the other files.',
  noHead: 'This view measures next-token prediction. This checkpoint has no output head.',
  lengthsOfEncoder:
    'This view measures next-token prediction. This model is bidirectional: it already sees the next token.',
  lengthsOfStacks:
    'This view measures next-token prediction on one text. This model has two: the encoder’s input and the decoder’s output.',
  refused: 'This model cannot be loaded here.',
  tooLarge: (need: string, most: string) =>
    `This model is too large: its weights need ${need}, and WebAssembly allows at most ${most}. Try a smaller model of the same family.`,
  failed: 'The model could not be loaded.',
  library: 'Error message:',
  tooManyFiles: (most: number) => `More than ${most} files came. Drop the folder of one model alone.`,
  noFiles: 'No files were dropped.',
  noConfig: (foreign: string) =>
    `config.json is missing.${foreign} It describes the architecture; choose the model’s whole folder.`,
  severalModels: (count: number) =>
    `These files contain ${count} config.json files. Choose the folder of one model.`,
  noWeights: (foreign: string) =>
    `There are no weights next to config.json: no .safetensors, pytorch_model.bin or .gguf file.${foreign} Save the model as safetensors (save_pretrained does this), then choose its folder.`,
  severalGguf: (names: string) =>
    `There are several GGUF files: ${names}. Each is a model of its own; choose one.`,
  foreign: (names: string) => ` ${names} has a weight format that is not supported here.`,
  foreignFile: {
    missing: (name: string, what: string) =>
      `${name} is not the file itself; in its place there is something else (${what}). Fetch the file with git lfs pull, or download it again.`,
    packed: (name: string, what: string) => `${name} is packed (${what}). Unpack it first.`,
    weights: (name: string, what: string) =>
      `${name} holds weights in a format that is not read here (${what}). Save the model as safetensors (save_pretrained does), then take its folder.`,
  },
  noShards: (index: string, names: string, count: number) =>
    `${index} names ${count === 1 ? 'a shard that is' : `${count} shards that are`} not among these files: ${names}.`,
  notJson: (name: string) => `${name} is not valid JSON.`,
  tooLargeJson: (name: string) => `${name} is too large to be a file of this kind.`,
  unreadable: (name: string) => `${name} could not be read. It may have been moved or changed.`,
  views: {
    card: 'Summary',
    attention: 'Attention',
    ledger: 'Score terms',
    surgery: 'Move positions',
    lengths: 'Longer texts',
    patches: 'Positions',
  } as Views,
  show: 'Show',
  unregistered: (tag: string) => `This page has not registered <${tag}>, which shows it.`,
  card: {
    family: 'Family',
    files: 'Weights',
    tokenizer: 'Tokenizer',
    pictures: 'Pictures',
    reads: 'Reads',
    parameters: 'Parameters',
    memory: 'Memory',
    shape: 'Layers',
    context: 'Context length',
    ignoredFields: 'Ignored fields',
    ignoredTensors: 'Ignored tensors',
    position: 'Position',
  },
  parameters: (count: number) => `${short(count / 1e6)} million`,
  shape: (layers: number, heads: number, dim: number, direction: string) =>
    `${layers} layers, ${heads} heads of dimension ${dim}, ${direction}`,
  pictures: (size: number, side: number) => `${size} × ${size} pixels, ${side} × ${side} patches`,
  sounds: 'sounds',
  noSounds:
    'The other views read a text; this model reads sounds, which programs give it (forward with inputValues or inputFeatures).',
  patchesLabel: (side: number) => `Positions of ${side} × ${side} patches`,
  similarity: (row: number, column: number) =>
    `cosine similarity with the position of row ${row}, column ${column}`,
  patchHint:
    'Select a patch (by a click, or by arrow keys and Enter): every patch shows how similar its position vector is.',
  patchCell: (row: number, column: number, value: string) => `Row ${row}, column ${column}: ${value}`,
  patchesCaption:
    'The model learned one vector for each patch and was never told that patches lie in a grid. Where neighbours, rows or columns are alike here, training made them so.',
  causal: 'causal',
  bothWays: 'bidirectional',
  afterEncoder: (layers: number) => `causal, after ${layers} bidirectional encoder layers`,
  contextOf: (tokens: number) => `${tokens} tokens`,
  layers: (range: string, encoder: boolean) => `${encoder ? 'encoder layers' : 'layers'} ${range}`,
  window: (left: string, right: string) => `window: ${left} keys to the left, ${right} to the right`,
  allKeys: 'all',
  frequencies: (pairs: number, shortest: string, longest: string, unfinished: number) =>
    `${pairs} rotated pairs, wavelengths ${shortest} to ${longest} positions; ${unfinished} complete no rotation within the context length`,
  factor: (factor: string) => `cosines and sines multiplied by ${factor}`,
  noPosition: 'no encoding',
  byConvolution: 'by a convolution over neighbouring frames, before the first layer',
  freed: 'Closing the model or leaving the page frees the memory.',
}

export type YourModelWords = typeof en

const zh: YourModelWords = {
  gap: '',
  comma: '、',
  look: '打开你自己的模型：看位置从哪里进入，它的头关注什么，移动文本之后又怎样改变。',
  lookReady: (title) => `${title} 正在这个浏览器里运行。`,
  private: '一切都留在你的电脑上：文件只在这个浏览器里读取，不向任何地方发送。',
  byName: '或按名称载入模型',
  host: '向谁请求',
  hosts: {
    hub: 'Hugging Face 官方',
    mirror: 'hf-mirror 镜像',
    modelscope: '魔搭 ModelScope',
    other: '其他主机……',
  },
  address: '主机的地址',
  lookUp: '查看',
  toWhom: (host) =>
    `按下按钮，就会向 ${host} 请求这个模型的 config.json 和权重文件头。此外什么也不发送；对方会知道你的 IP 地址和模型的名称。要再按一次按钮，才会下载权重。`,
  noHost: '填好地址之前，不会发出任何请求。',
  asking: (host) => `正在请求 ${host}……`,
  several: (host, count) =>
    `${host} 上的这个模型有 ${count} 个 GGUF 文件，每个都是一个完整的模型。请在下面选一个，再按“查看”。`,
  whichFile: '文件',
  downloads: (size, host) =>
    `将从 ${host}（或它重定向到的地方）下载 ${size} 的权重和 tokenizer.json，并留存在这个浏览器里。`,
  kept: (size) => `这个浏览器里留存了 ${size}。`,
  emptyKept: '清空',
  unreachable: (host) => `没能连上 ${host}。可能是没有网络，也可能是对方或本页不允许这个请求。`,
  noSuchModel: (host) => `${host} 上没有这个名称、且带有 config.json 和 model.safetensors 的模型。`,
  notForAll: (host) => `${host} 上没有这个名称的模型，或者它不对所有人开放。`,
  noName: '这不是模型的名称。名称的形式是“所有者/名称”。',
  drop: '把 config.json、tokenizer.json 和 model.safetensors（连同所有分片）拖到这里，或一个 .gguf 文件，或整个文件夹',
  choose: '选择文件……',
  chooseFolder: '选择文件夹……',
  ours: '或用内置的模型',
  none: '无',
  loads: (name, size) => `${name} · ${size}`,
  reading: '正在读取文件……',
  found: '文件的内容',
  load: '载入模型',
  close: '关闭模型',
  other: '换别的文件',
  cancel: '取消',
  loading: (title) => `正在载入 ${title}`,
  loadingShare: (share) => `正在载入：${share}`,
  round: (need) => `把权重量化为 8 位：内存 ${need}`,
  roundHelp: '占用的内存更少；结果与原来的略有不同。',
  memory: (need, most) => `内存 ${need}，WebAssembly 最多有 ${most}`,
  files: (shards, size) => (shards === 1 ? `一个文件，${size}` : `${shards} 个分片，${size}`),
  untold: '载入模型时才读取',
  tokenizerThere: '有',
  tokenizerMissing: '缺少',
  noTokenizer:
    '缺少 tokenizer.json：要有它，才能把文本变成词元。请把它，或者存放词表的文件（vocab.txt、vocab.json 加 merges.txt、spiece.model），和其他文件一起放进来。',
  noHead: '这个视图测量下一个词元预测得准不准。这个检查点没有输出矩阵。',
  lengthsOfEncoder: '这个视图测量下一个词元预测得准不准。这个模型是双向的：它已经看得见下一个词元。',
  lengthsOfStacks:
    '这个视图在一段文本上测量下一个词元预测得准不准。这个模型有两段：编码器的输入和解码器的输出。',
  refused: '这个模型不能在这里载入。',
  tooLarge: (need, most) =>
    `这个模型太大：它的权重要占 ${need}，而 WebAssembly 最多有 ${most}。请试同一家族里小一些的模型。`,
  failed: '模型没能载入。',
  library: '错误信息：',
  tooManyFiles: (most) => `放进来的文件超过 ${most} 个。请只放入一个模型的文件夹。`,
  noFiles: '拖进来的内容里没有文件。',
  noConfig: (foreign) => `这些文件里没有 config.json。${foreign}它说明模型的结构；请放入模型的整个文件夹。`,
  severalModels: (count) => `这些文件里有 ${count} 个 config.json。请只放入一个模型的文件夹。`,
  noWeights: (foreign) =>
    `config.json 旁边没有权重文件（.safetensors、pytorch_model.bin 或 .gguf）。${foreign}请把模型存为 safetensors（save_pretrained 即可），再放入它的文件夹。`,
  severalGguf: (names) => `这里有好几个 GGUF 文件：${names}。每个都是一个完整的模型，请只选一个。`,
  foreign: (names) => `${names} 里的权重格式在这里读不了。`,
  foreignFile: {
    missing: (name, what) =>
      `${name} 里不是文件本身，而是别的内容（${what}）。请用 git lfs pull 取回文件，或重新下载。`,
    packed: (name, what) => `${name} 是压缩文件（${what}）。请先解压。`,
    weights: (name, what) =>
      `${name} 里的权重格式在这里读不了（${what}）。请把模型存为 safetensors（save_pretrained 即可），再放入它的文件夹。`,
  },
  noShards: (index, names, count) => `${index} 提到的 ${count} 个分片不在这些文件里：${names}。`,
  notJson: (name) => `${name} 不是有效的 JSON。`,
  tooLargeJson: (name) => `${name} 太大了，不像它的名字所说的文件。`,
  unreadable: (name) => `${name} 读取失败。它是不是被移动或改动过？`,
  views: {
    card: '概要',
    attention: '注意力',
    ledger: '得分各项',
    surgery: '移动位置',
    lengths: '更长的文本',
    patches: '位置',
  },
  show: '显示',
  unregistered: (tag) => `本页没有注册用来显示它的 <${tag}>。`,
  card: {
    family: '家族',
    files: '权重',
    tokenizer: '分词器',
    pictures: '图像',
    reads: '读取',
    parameters: '参数',
    memory: '内存',
    shape: '层',
    context: '上下文长度',
    ignoredFields: '忽略的字段',
    ignoredTensors: '忽略的张量',
    position: '位置',
  },
  parameters: (count) => (count < 1e8 ? `${short(count / 1e4)} 万` : `${short(count / 1e8)} 亿`),
  shape: (layers, heads, dim, direction) => `${layers} 层，每层 ${heads} 个头，头维度 ${dim}，${direction}`,
  pictures: (size, side) => `${size} × ${size} 像素，${side} × ${side} 个图像块`,
  sounds: '声音',
  noSounds: '其他视图读取文本；这个模型读取声音，要由程序给出（forward 的 inputValues 或 inputFeatures）。',
  patchesLabel: (side) => `${side} × ${side} 个图像块的位置`,
  similarity: (row, column) => `与第 ${row} 行第 ${column} 列的位置向量的余弦相似度`,
  patchHint: '选一个图像块（点击，或用方向键和回车）：每个图像块显示它的位置向量与所选的有多相似。',
  patchCell: (row, column, value) => `第 ${row} 行第 ${column} 列：${value}`,
  patchesCaption:
    '模型为每个图像块学了一个向量，没有人告诉它图像块排成网格。这里若是相邻、同行或同列的相似，那是训练的结果。',
  causal: '因果',
  bothWays: '双向',
  afterEncoder: (layers) => `因果；之前是双向的 ${layers} 层编码器`,
  contextOf: (tokens) => `${tokens} 个词元`,
  layers: (range, encoder) => `${encoder ? '编码器' : ''}第 ${range} 层`,
  window: (left, right) => `窗口：向左 ${left} 个键，向右 ${right} 个`,
  allKeys: '全部',
  frequencies: (pairs, shortest, longest, unfinished) =>
    `${pairs} 对旋转的通道，波长从 ${shortest} 到 ${longest} 个位置；${unfinished} 对在上下文长度内转不满一圈`,
  factor: (factor) => `余弦和正弦乘以 ${factor}`,
  noPosition: '没有编码',
  byConvolution: '第一层之前，由对相邻帧的卷积带入',
  freed: '关闭模型或离开网页时，内存就会释放。',
}

export const yourModelWords: Bilingual<YourModelWords> = { en, zh }
