// Texts of the gallery of elements. What an element shows is said in English by its declaration.

import type { Bilingual } from '../../content/bilingual.js'

const en = {
  title: 'All figures, for your own pages',
  description: (count: number) => `${count} custom elements: preview, tag and attributes.`,
  lead: (count: number) =>
    `${count} custom elements. Load the script once, then place a tag where you want the figure.`,
  script: 'The script',
  beside:
    'It holds every figure. It comes from a CDN; or copy <code>dist/elements/inline.js</code> of the npm package beside your page and write <code>src="inline.js"</code>.',
  modules: 'As modules, which come figure by figure and so are less to download:',
  bundler: 'With a bundler, after <code>npm install whereformer</code>:',
  common: 'Common attributes',
  own: 'Attributes',
  columns: ['name', 'values', 'meaning'],
  alone: 'Open in a separate page',
  article: 'In the article',
  copy: (tag: string) => `Copy the tag ${tag}`,
  meanings: {} as Readonly<Record<string, string>>,
  about: {} as Readonly<Record<string, string>>,
}

export type GalleryWords = typeof en

const zh: GalleryWords = {
  title: '全部图，放进你的网页',
  description: (count) => `${count} 个自定义元素：预览、标签与属性。`,
  lead: (count) => `${count} 个自定义元素。脚本加载一次，之后想在哪里放图，就在哪里写一个标签。`,
  script: '脚本',
  beside:
    '它包含所有图。地址指向 CDN；也可以把 npm 包里的 <code>dist/elements/inline.js</code> 复制到网页旁，写 <code>src="inline.js"</code>。',
  modules: '作为模块，按图下载，下载量更小：',
  bundler: '使用打包工具时，先 <code>npm install whereformer</code>，再写：',
  common: '通用属性',
  own: '属性',
  columns: ['名称', '取值', '含义'],
  alone: '在单独的页面打开',
  article: '在文章里',
  copy: (tag) => `复制标签 ${tag}`,
  meanings: {
    lang: 'zh 或 en；不写时取最近一层祖先的语言。',
    theme: "'light' 或 'dark'，自带底色；其他值跟随页面。",
    controls: "'none' 隐藏设置与菜单。",
    'model-base': '所有模型所在的文件夹；空表示 configureElements 设定的，否则是页面旁边的 models/。',
    plays: '自动滑到两端再回来，只一次，读者一碰就停；prefers-reduced-motion 时不动。',
    'wf-waves form': '位置的写法：数字、二进制、波、波与下方可学习的表。',
    'wf-waves position': '写出它的编码；表的编码到最后一行为止。',
    'wf-waves other': '第二个位置：显示两个编码的点积。',
    'wf-waves channels': '画出多少个二进制位、多少对波、表的多少个通道。',
    'wf-waves positions': '显示多少个位置；有表时，至少比表的行数多四分之一。',
    'wf-waves base': '波的底数：论文里是 10000；取 2 ** channels 时，每个波的波长是前一个（更快的）的两倍。',
    'wf-waves divided': '数字除以显示的位置数。',
    fragment: '把状态保存在页面地址的片段里，键是本元素的 id。',
  },
  about: {
    'wf-arrows': '把 RoPE 画成箭头。查询和键按各自的位置旋转，它们的点积只取决于距离。',
    'wf-attention': '训练好的小模型读一段文本时的注意力图，可以与另一种编码的模型对照。',
    'wf-bias': '位置偏置给得分加上什么：每个头的矩阵、随距离的变化、斜率或分桶。',
    'wf-cache': '模型写文本时留下的键：逐出、重新编号或填充之后，下一个字母关注什么。',
    'wf-doors': 'Transformer 的六扇门；一种编码从哪几扇进入，哪几扇就亮起。',
    'wf-encoding': '目录里的任何一种编码：热图、相似度、波长，或得分随距离的变化。',
    'wf-extrapolation': '训练好的模型在更长文本上的损失，以及 RoPE 缩放前后的波长。',
    'wf-identify': '给出两个数组，说出它们遵循哪种编码和约定。',
    'wf-mistakes': '关于位置编码的常见错误，由程序库算出反例。',
    'wf-ledger': '每个得分拆成几项之和：内容、位置，以及两者的组合。',
    'wf-lengths': '在短序列上训练、在长序列上测试的 Transformer：几种编码，每个种子都画出。',
    'wf-models': '知名模型的卡片：位置从哪里进入，教程怎么说，实际怎样。',
    'wf-properties': '在全部编码上逐行测量的性质；可排序，可按需给出反例。',
    'wf-question': '先回答一个问题，再由程序库算出答案。',
    'wf-quiz': '十个错误：两个公式里选出正确的，另一个由程序库推翻。',
    'wf-rotation': '把 RoPE 画成表盘。每对通道按自己的频率旋转，位置只通过两根指针的夹角影响得分。',
    'wf-shuffle': '一段文本换个次序，由没有位置编码的模型来读：每个输出都跟着自己的字符走。',
    'wf-slide': '一行字沿位置滑动，由两个只差位置编码的模型阅读。',
    'wf-surgery': '同样的词元换到别的位置：哪些输出变了，变了多少。',
    'wf-waves': '位置怎样写成向量：从计数到二进制再到波，每一步有多长；旁边可放一张可学习的表。',
    'wf-your-model':
      '你自己的模型在浏览器里运行：它的概要、注意力、得分各项、移动位置，以及更长的文本；文件不离开电脑。',
    'wf-train': '一个很小的 Transformer 用你选的编码学习一项任务。',
  },
}

export const galleryWords: Bilingual<GalleryWords> = { en, zh }
