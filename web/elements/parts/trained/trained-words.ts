// Texts about the trained models and the typed text.

import type { Bilingual } from '../../../content/bilingual.js'
import type { Stack } from './stacks.js'
import type { TrainedName } from './trained-names.js'

type Names = Readonly<Record<TrainedName, string>>

const en = {
  names: {
    rope: 'RoPE (LLaMA)',
    learned: 'table (GPT-2)',
    alibi: 'ALiBi (BLOOM)',
    t5: 'T5 bias',
  } as Names,
  ownPosition: 'same weights, your own encoding',
  gap: ' ',
  text: 'Your text',
  textHint: (context: number) =>
    `English, up to ${context} characters; of a longer text, only the end is used.`,
  tooLong: (length: number, context: number) =>
    `Your text has ${length} characters; only the last ${context} are used.`,
  strangers: (count: number, some: string, known: string) =>
    `${count === 1 ? 'One character is' : `${count} characters are`} left out, because the model does not know ${some}. Its vocabulary has English letters, spaces, line breaks and ${known}.`,
  replaced: 'The text is empty: the figure shows an example.',
  token: (name: string, position: number) => `position ${position}, ${name}`,
  space: 'space',
  lineBreak: 'line break',
  layer: 'Layer',
  head: 'Head',
  nth: (index: number, count: number) => `${index} of ${count}`,
  stack: 'Attention',
  stacks: {
    encoder: 'within the encoder',
    decoder: 'within the decoder',
    cross: 'from the decoder to the encoder',
  } as Readonly<Record<Stack, string>>,
  decoded:
    'The decoder’s input is the model’s own output for this text (greedy decoding), or, without an output head, the same text.',
  quoted: (text: string) => `“${text}”`,
  and: ', ',
  besides:
    'Copy web/demo/public/models/ from the repository next to the page, or set model-base to its folder.',
  missing: (folder: string, files: string, place: string) =>
    `No trained model was found. Copy the folder ${folder} (${files}) from web/demo/public/models/ in the Whereformer repository to ${place}, or set the attribute model-base to its location.`,
  fromFile: 'A page opened as a local file cannot load it: open the page from a server.',
}

export type TrainedWords = typeof en

const zh: TrainedWords = {
  names: {
    rope: 'RoPE（LLaMA 结构）',
    learned: '可学习的表（GPT-2 结构）',
    alibi: 'ALiBi（BLOOM 结构）',
    t5: 'T5 偏置',
  },
  ownPosition: '同样的权重，你自己的编码',
  gap: '',
  text: '你的文本',
  textHint: (context) => `英文，最多 ${context} 个字符；文本更长时只读末尾。`,
  tooLong: (length, context) => `文本有 ${length} 个字符，模型只读最后 ${context} 个。`,
  strangers: (count, some, known) =>
    `略去了 ${count} 个字符：模型不认识${some}。它认识英文字母、空格、换行和 ${known}。`,
  replaced: '文本是空的：图中是一个例子。',
  token: (name, position) => `位置 ${position}，${name}`,
  space: '空格',
  lineBreak: '换行',
  layer: '层',
  head: '头',
  nth: (index, count) => `第 ${index} 个，共 ${count} 个`,
  stack: '注意力',
  stacks: { encoder: '编码器内部', decoder: '解码器内部', cross: '从解码器到编码器' },
  decoded:
    '解码器的输入是模型为这段文本写出的内容（贪心解码，每次取最可能的词元）；没有输出矩阵时，是同一段文本。',
  quoted: (text) => `“${text}”`,
  and: '、',
  besides: '请把仓库中的 web/demo/public/models/ 复制到网页旁，或用 model-base 指明文件夹。',
  missing: (folder, files, place) =>
    `没有找到训练好的模型。请把 Whereformer 仓库 web/demo/public/models/ 里的文件夹 ${folder}（${files}）复制到 ${place}，或用属性 model-base 指明它在哪里。`,
  fromFile: '直接打开的本地文件不能读取模型：请通过服务器打开网页。',
}

export const trainedWords: Bilingual<TrainedWords> = { en, zh }

/** Words that differ where tokens are pieces of text instead of characters. */
const ofPieces: Bilingual<Pick<TrainedWords, 'textHint' | 'tooLong'>> = {
  en: {
    textHint: (context) => `Any text; only its last ${context} tokens are used.`,
    tooLong: (length, context) => `Your text has ${length} tokens; the last ${context} are read.`,
  },
  zh: {
    textHint: (context) => `任意文本；只读最后 ${context} 个词元。`,
    tooLong: (length, context) => `文本有 ${length} 个词元，只读最后 ${context} 个。`,
  },
}

export const wordsOfPieces: Bilingual<TrainedWords> = {
  en: { ...en, ...ofPieces.en },
  zh: { ...zh, ...ofPieces.zh },
}
