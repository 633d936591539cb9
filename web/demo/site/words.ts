// Texts of the pages around the article.

import type { Bilingual } from '../../content/bilingual.js'

const en = {
  article: 'Article',
  catalogue: 'Encodings',
  gallery: 'Figures',
  api: 'API',
  source: 'Source',
  lists: 'Lists',
  pages: 'All pages',
  sidePages: 'Read on',
  chapter: (number: number) => `Chapter ${number}`,
  skip: 'Skip to content',
  contents: 'Chapters',
  language: 'Language',
  theme: 'Theme',
  themes: { auto: 'System', light: 'Light', dark: 'Dark' },
  aloud: 'In words:',
  linkTo: (title: string) => `Link to the section “${title}”`,
  noScript: 'Without JavaScript the figures are static; the text is complete.',
  about:
    'Whereformer is a library of position encodings and attention kernels in WebAssembly, with the figures of these pages as elements for yours.',
  imprint: { source: 'Source', cite: 'Cite', licence: (name: string) => `${name} licence` },
  footer: 'Everything is computed in your browser. What you type is not sent anywhere.',
  take: 'Embed a figure',
  copy: 'Copy',
  glossary: 'Glossary',
  termKeys: '← → other terms in this section',
  presets: { name: 'Try this:', undo: 'Undo' },
  setStep: (step: number) => `Set the figure to step ${step}`,
  back: 'Back to your setting',
  builder: {
    figure: 'Figure',
    kind: 'Format',
    kinds: {
      script: 'HTML with one script',
      modules: 'HTML with modules',
      frame: 'HTML (iframe)',
      mdx: 'MDX (React)',
    },
    code: 'Code',
    copied: 'Copied.',
    refused: 'The clipboard is not available; select the text and copy it.',
    missing: 'The builder needs JavaScript.',
    how: 'Which format to take',
    explained:
      'One script is the shortest way, and works on every page: it holds all figures, and what they compute with. Modules are less to download, for they come figure by figure. Both addresses are those of a CDN; where it is out of reach, copy <code>dist/elements/inline.js</code> of the npm package (for <code>wf-slide</code> also <code>small-models.js</code>) beside your page and write <code>src="inline.js"</code>. The frame works where you may not load scripts from elsewhere; the few lines below it only follow its height, and without them it is 560 pixels high. In a frame or without a network, the figures work as well, once their files are there.',
  },
  questions: {
    kind: 'Predict, then see',
    see: 'Show me',
    seen: 'See it in the figure',
    stop: '.',
    answer: 'Answer',
    quiz: 'With JavaScript, there is a quiz here: ten of the mistakes; each time, choose the correct one of two formulas.',
  },
  description:
    'How position enters a Transformer and what it does there: an interactive article whose figures compute in your browser.',
}

export type SiteWords = typeof en

const zh: SiteWords = {
  article: '文章',
  catalogue: '编码目录',
  gallery: '图',
  api: 'API',
  source: '源代码',
  lists: '目录页',
  pages: '全部页面',
  sidePages: '接着读',
  chapter: (number) => `第 ${number} 章`,
  skip: '跳到正文',
  contents: '各章',
  language: '语言',
  theme: '主题',
  themes: { auto: '跟随系统', light: '浅色', dark: '深色' },
  aloud: '读作：',
  linkTo: (title) => `“${title}”一节的链接`,
  noScript: '没有 JavaScript 时图是静止的，文字完整。',
  about:
    'Whereformer 是一个 WebAssembly 程序库，包含位置编码和注意力内核；这里的图也都是元素，可以放进你的网页。',
  imprint: { source: '源代码', cite: '引用', licence: (name) => `${name} 许可证` },
  footer: '一切都在你的浏览器里计算，你输入的内容不会离开这里。',
  take: '拿一张图去用',
  copy: '复制',
  glossary: '术语表',
  termKeys: '← → 本节的其他术语',
  presets: { name: '试一试：', undo: '撤销' },
  setStep: (step) => `把图设到第 ${step} 步`,
  back: '回到你的设置',
  builder: {
    figure: '图',
    kind: '代码用于',
    kinds: {
      script: '带一个脚本的 HTML',
      modules: '带模块的 HTML',
      frame: '带框架（iframe）的 HTML',
      mdx: 'MDX（React）',
    },
    code: '代码',
    copied: '已复制。',
    refused: '本页不能使用剪贴板，请选中文字自行复制。',
    missing: '没有 JavaScript 时这里无从选择。',
    how: '用哪一种',
    explained:
      '用一个脚本最简短，任何网页都能用：它包含所有图，以及计算所需的一切。模块按图下载，下载量更小。两者的地址都指向 CDN；访问不到时（例如在中国大陆），把 npm 包里的 <code>dist/elements/inline.js</code>（<code>wf-slide</code> 还要 <code>small-models.js</code>）复制到网页旁，写 <code>src="inline.js"</code>。不能加载外部脚本的地方可以用框架（iframe）；它下面的几行代码只用来跟随高度，去掉它们，高度就是 560 像素。只要文件在手，断网时图也照常工作。',
  },
  questions: {
    kind: '先猜，再看',
    see: '看答案',
    seen: '在图里看',
    stop: '。',
    answer: '答案',
    quiz: '启用 JavaScript 后，这里有一个小测验：十个错误，每题两个公式，选出正确的一个。',
  },
  description: '位置从哪里进入 Transformer，又在那里做了什么：一篇图都在你的浏览器里计算的文章。',
}

export const siteWords: Bilingual<SiteWords> = { en, zh }
