// Texts of the pages around the article.

import type { Tables } from '../../elements/element/language.js'

const en = {
  article: 'Article',
  catalogue: 'Encodings',
  api: 'API',
  source: 'Source',
  sections: 'Pages',
  skip: 'Skip to the text',
  contents: 'Contents',
  language: 'Language',
  theme: 'Theme',
  themes: { auto: 'as the system', light: 'light', dark: 'dark' },
  minutes: 'Twenty minutes from top to bottom.',
  aloud: 'In words:',
  linkTo: (title: string) => `Link to the section “${title}”`,
  noScript: 'Without JavaScript the figures stand still; the text is complete.',
  footer: 'Everything is computed in your browser. What you type stays there.',
  copy: 'Copy',
  builder: {
    figure: 'Figure',
    kind: 'Code for',
    kinds: { script: 'HTML with a script', frame: 'HTML with a frame', mdx: 'MDX (React)' },
    code: 'Code',
    copied: 'Copied.',
    refused: 'This page may not use the clipboard; select the text and copy it.',
    missing: 'Without JavaScript there is nothing to choose here; each figure’s menu has the same code.',
  },
  description:
    'Where position enters a Transformer, and what it does there: an article whose figures compute in your browser.',
}

export type SiteWords = typeof en

const zh: SiteWords = {
  article: '文章',
  catalogue: '编码目录',
  api: 'API',
  source: '源代码',
  sections: '页面',
  skip: '跳到正文',
  contents: '目录',
  language: '语言',
  theme: '主题',
  themes: { auto: '跟随系统', light: '浅色', dark: '深色' },
  minutes: '从头读到尾约二十分钟。',
  aloud: '读作：',
  linkTo: (title) => `“${title}”一节的链接`,
  noScript: '没有 JavaScript 时图是静止的，文字完整。',
  footer: '一切都在你的浏览器里计算，你输入的内容不会离开这里。',
  copy: '复制',
  builder: {
    figure: '图',
    kind: '代码用于',
    kinds: { script: '带脚本的 HTML', frame: '带框架（iframe）的 HTML', mdx: 'MDX（React）' },
    code: '代码',
    copied: '已复制。',
    refused: '本页不能使用剪贴板，请选中文字自行复制。',
    missing: '没有 JavaScript 时这里无从选择；每张图的菜单里有同样的代码。',
  },
  description: '位置从哪里进入 Transformer，又在那里做了什么：一篇图都在你的浏览器里计算的文章。',
}

export const siteWords: Tables<SiteWords> = { en, zh }
