// Notes on encodings that use more than word positions.

import type { Language, Tables } from '../element/language.js'
import { GRID_WIDTH } from './token-facts.js'

type Note = 'renumbers' | 'digits' | 'grid' | 'image' | 'tree' | 'segment' | 'gates' | 'mixes' | 'mask'

const noteOf: Readonly<Record<string, Note>> = {
  ...{ randomized: 'renumbers', selfExtend: 'renumbers', rerope: 'renumbers' },
  ...{ rope2d: 'grid', swin: 'grid', swinV2: 'grid' },
  ...{ abacus: 'digits', mrope: 'image', graphormer: 'tree', xlnet: 'segment', forget: 'gates' },
  ...{ relativeProjection: 'mixes', mask: 'mask' },
}

const notes: Tables<Readonly<Record<Note, (title: string) => string>>> = {
  en: {
    renumbers: (title) =>
      `‘${title}’ only renumbers positions for the rest of the stack; it is shown together with RoPE.`,
    digits: () =>
      'The tokens are sums, each number with its least significant digit first: every digit gets the code of its place in its number, and position ids are not looked at.',
    grid: (title) =>
      `For ‘${title}’ the tokens are patches of an image: they fill a grid of ${GRID_WIDTH} columns row by row, so that a shift by ${GRID_WIDTH} is one row down.`,
    image: (title) =>
      `‘${title}’ gives each position three ids, here those of text (positions 0 to 15), an image of 5 × 5 patches, and text again.`,
    tree: (title) =>
      `For ‘${title}’ a position is a node of a binary tree, numbered from its root; what counts is the number of steps between two nodes.`,
    segment: (title) => `‘${title}’ is shown with all tokens in one segment.`,
    gates: (title) =>
      `‘${title}’ looks back only: each token’s gate comes from its vector, and what counts are the gates in between, in the order of the sequence, not position ids.`,
    mixes: (title) =>
      `‘${title}’ mixes curves over the distance; each token’s mix comes from its vector and belongs to its position.`,
    mask: () => 'A mask goes by the order of the sequence; position ids are not looked at.',
  },
  zh: {
    renumbers: (title) => `“${title}”只给位置重新编号，要与别的编码一起用；这里配的是 RoPE。`,
    digits: () =>
      '这里的词元是加法算式，每个数都把个位写在最前面：每个数字的编码由它在数里的数位决定，与位置编号无关。',
    grid: (title) =>
      `对“${title}”来说，词元是图像块：它们逐行排进每行 ${GRID_WIDTH} 格的网格，所以平移 ${GRID_WIDTH} 位就是下移一行。`,
    image: (title) =>
      `“${title}”给每个位置三个编号；这里位置 0 到 15 是文本，接着是一幅 5 × 5 块的图像，然后又是文本。`,
    tree: (title) => `对“${title}”来说，位置是一棵二叉树的节点，从根开始编号；起作用的是两个节点之间的步数。`,
    segment: (title) => `这里“${title}”的全部词元都在同一个片段里。`,
    gates: (title) =>
      `“${title}”只往回看：每个词元的门由它自己的向量算出，起作用的是序列里夹在中间的那些门，与位置编号无关。`,
    mixes: (title) =>
      `“${title}”把几条随距离变化的曲线混合起来；每个词元的配比由它自己的向量算出，归它的位置所有。`,
    mask: () => '遮蔽按序列里的先后来定，与位置编号无关。',
  },
}

/** A sentence for those encodings that need one. */
export function exampleNote(type: string, title: string, language: Language): string | undefined {
  const note = Object.hasOwn(noteOf, type) ? noteOf[type] : undefined
  return note && notes[language][note](title)
}
