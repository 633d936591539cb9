// The words of the frame of every figure.

import type { Bilingual, Language } from '../../../content/bilingual.js'

const en = {
  language: 'en' as Language,
  menu: 'Figure menu',
  skip: 'Skip this figure',
  reset: 'Reset',
  tools: 'Share, save, embed',
  share: 'Share',
  linkCopied: 'Link copied.',
  png: 'Save as PNG',
  svg: 'Save as SVG',
  csv: 'Save numbers (CSV)',
  code: 'Embed code',
  hideCode: 'Hide embed code',
  copyCode: 'Copy code',
  copied: 'Copied.',
  notCopied: 'The clipboard is not available on this page. Link:',
  controls: 'Figure settings',
  more: 'More',
  loading: 'Loading',
  computing: 'Computing',
  load: (size: string) => `Load ${size} and start`,
  retry: 'Try again',
  library: 'The library says:',
  trouble: {
    load: 'A file could not be loaded. Check your connection and try again.',
    wasm: 'This figure needs WebAssembly, which this browser does not support. Please use another browser.',
    crashed: 'The computation crashed. You see the last result; try again to restart it.',
    memory: 'The browser is out of memory. Close other tabs and try again.',
    value: 'These settings cannot be combined. You see the last result; change one of them.',
    other: 'This could not be computed. You see the last result.',
  },
  /** Complaint about the value of an attribute or of a link. */
  complaint: (name: string, got: string, wanted: string, used: string | undefined) =>
    `${name} = “${got}” is not valid (allowed: ${wanted}); ${used === undefined ? 'it is left out' : `using ${used}`}.`,
  badState: 'The link contains no valid settings for this figure; using the defaults.',
  exact: 'Exact values',
  tableCaption: (size: number) => `At most ${size} rows and columns around the selected cell.`,
  row: 'row',
  column: 'column',
  mapHint: 'Tap or point at a cell, or use arrow keys.',
  linesHint: 'Tap or point at a curve, or use arrow keys.',
  masked: 'masked',
}

export type FigureWords = typeof en

const zh: FigureWords = {
  language: 'zh',
  menu: '本图的菜单',
  skip: '跳过本图',
  reset: '恢复初始状态',
  tools: '分享、保存、嵌入',
  share: '分享',
  linkCopied: '链接已复制。',
  png: '存为 PNG',
  svg: '存为 SVG',
  csv: '存为数值表（CSV）',
  code: '嵌入代码',
  hideCode: '收起嵌入代码',
  copyCode: '复制代码',
  copied: '已复制。',
  notCopied: '本页不能使用剪贴板。链接如下：',
  controls: '本图的设置',
  more: '更多',
  loading: '正在加载',
  computing: '正在计算',
  load: (size) => `加载 ${size} 并开始`,
  retry: '重试',
  library: '程序库的说明：',
  trouble: {
    load: '有文件未能加载。请检查网络，然后重试。',
    wasm: '本图需要 WebAssembly，而这个浏览器不支持它。请换一个浏览器。',
    crashed: '计算中途崩溃。图中仍是上一次的结果；点“重试”重新开始。',
    memory: '浏览器内存不足。请关闭其他标签页，然后重试。',
    value: '这几项设置不能同时成立。图中仍是上一次的结果，请改动其中一项。',
    other: '这一项未能算出。图中仍是上一次的结果。',
  },
  complaint: (name, got, wanted, used) =>
    `${name} = “${got}” 无效（可用：${wanted}），${used === undefined ? '已略去' : `图中用的是 ${used}`}。`,
  badState: '链接里没有本图可用的设置，已改用初始设置。',
  exact: '精确数值',
  tableCaption: (size) => `所选格子周围，行列各至多 ${size} 个。`,
  row: '行',
  column: '列',
  mapHint: '点按或指向格子，或用方向键。',
  linesHint: '点按或指向曲线，或用方向键。',
  masked: '已掩码',
}

export const figureWords: Bilingual<FigureWords> = { en, zh }
