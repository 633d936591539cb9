// Notes on encodings that use more than word positions.

import type { EncodingEntry } from 'whereformer'
import type { Bilingual, Language } from '../../../content/bilingual.js'
import { hookOf } from '../positions/encoding-numbers.js'
import { GRID_WIDTH } from './limits.js'
import { ownExample } from './own-example.js'

type Note = 'renumbers' | NonNullable<EncodingEntry['tokens']>

const notes: Bilingual<Readonly<Record<Note, (title: string) => string>>> = {
  en: {
    renumbers: (title) =>
      `‘${title}’ only changes position ids and needs another encoding; here it is combined with RoPE.`,
    digits: () =>
      'The tokens are sums, each number with its least significant digit first. Each digit gets the vector for its index within its number; position ids are not used.',
    grid: (title) =>
      `For ‘${title}’ the tokens are patches of an image: they fill a grid of ${GRID_WIDTH} columns row by row, so that a shift by ${GRID_WIDTH} is one row down.`,
    image: (title) =>
      `‘${title}’ gives each position three ids, here those of text (positions 0 to 15), an image of 5 × 5 patches, and text again.`,
    tree: (title) =>
      `For ‘${title}’ a position is a node of a binary tree, numbered from its root; the distance is the number of edges between two nodes.`,
    segments: (title) => `‘${title}’ is shown with all tokens in one segment.`,
  },
  zh: {
    renumbers: (title) => `“${title}”只改变位置编号，要与别的编码合用；这里配的是 RoPE。`,
    digits: () =>
      '这里的词元是加法算式，每个数都把个位写在最前面。每个数字得到的向量由它在数里的下标决定，不用位置编号。',
    grid: (title) =>
      `对“${title}”来说，词元是图像块：它们逐行排进每行 ${GRID_WIDTH} 格的网格，所以平移 ${GRID_WIDTH} 个位置就是下移一行。`,
    image: (title) =>
      `“${title}”给每个位置三个编号；这里位置 0 到 15 是文本，接着是一幅 5 × 5 块的图像，然后又是文本。`,
    tree: (title) => `对“${title}”来说，位置是一棵二叉树的节点，从根开始编号；距离是两个节点之间的边数。`,
    segments: (title) => `这里“${title}”的全部词元都在同一个片段里。`,
  },
}

/** A sentence for those encodings that need one. */
export function exampleNote(entry: EncodingEntry, title: string, language: Language): string | undefined {
  const note = entry.tokens ?? (hookOf(entry) === 'positions' ? 'renumbers' : undefined)
  return note ? notes[language][note](title) : ownExample(entry.type).note?.[language](title)
}
