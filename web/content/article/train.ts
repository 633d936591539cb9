import { say } from '../bilingual.js'
import { ask, builder, chapter, code, heading, lead, paragraph, stage, step } from './section.js'

const t = String.raw

/** Looks eight back, as copying needs. */
const lookingBack = '4 * (d == -8)'

export const train = chapter(
  'train',
  {
    short: say('Now you', '动手'),
    title: say('What does yours do?', '你的会怎样？'),
  },
  stage(
    'train',
    say(
      t`Two layers, four heads and 33,000 parameters each; all is measured on strings outside the training.`,
      t`各有两层、四个头、三万三千个参数；图中各项都在训练之外的字母串上测得。`,
    ),
    ask(
      'first-to-copy',
      { task: 'copy', encoding: 'rope', compare: 'alibi', bias: '', seed: 1 },
      { task: 'copy', encoding: 'rope', compare: 'alibi', bias: '', seed: 1, playTo: 100 },
    ),
    step(
      { task: 'copy', encoding: 'rope', compare: 'alibi', bias: '', seed: 1, view: 'attention' },
      t`Let both learn with <em>Play</em>; they see the same strings. With RoPE a bright line appears eight tokens below the diagonal, and after 80 steps nine strings in ten are right. ALiBi takes more than 600. Change the seed before you believe it. <a href="details/#training">What to try, and how to read it</a>.`,
      t`点<em>开始</em>，让两个模型学同样的字母串。用 RoPE 时，对角线下方八格处出现一条醒目的线，80 步之后，十条里有九条写得对。ALiBi 要 600 步以上。换个种子再信它。<a href="zh/details/#training">试什么，怎么读结果</a>。`,
    ),
    step(
      {
        task: 'copy',
        encoding: 'custom',
        compare: 'rope',
        bias: lookingBack,
        frequencies: '',
        seed: 1,
        view: 'attention',
      },
      t`Your turn: <em>More</em> takes an encoding as a formula. <code>${lookingBack}</code> adds 4 to the score of the key eight back. The bright line is there before <em>Play</em>; after 10 steps nine strings in ten are right. Write another, or change the 8.`,
      t`轮到你了：<em>更多</em>里可以把编码写成公式。<code>${lookingBack}</code> 让往前第八个键的得分加 4。还没点<em>开始</em>，那条醒目的线已经在了；10 步之后，十条里有九条写得对。换一个公式，或者改改这个 8。`,
    ),
    step(
      {},
      t`Open <a href="models/#your-model">your own model</a>. <code>config.json</code> alone says where position enters; with the weights you see its attention, and what becomes of it when the text is moved. The files stay on your machine.`,
      t`打开<a href="zh/models/#your-model">你自己的模型</a>。单凭 <code>config.json</code> 就知道位置从哪里进入；有了权重，还看得到它的注意力，以及移动文本之后注意力变成什么样。文件不会离开你的电脑。`,
    ),
    step(
      {},
      t`Check your own code: give the arrays before and after an encoding, and <a href="mistakes/#identify">the page names its convention</a>, or the mistake. Then <a href="mistakes/#quiz">test yourself</a>.`,
      t`检查你自己的代码：给出编码之前和之后的数组，<a href="zh/mistakes/#identify">本页说出它的约定</a>，或者错在哪里。然后<a href="zh/mistakes/#quiz">考考自己</a>。`,
    ),
    lead(
      t`<b>Take it with you.</b> Every figure is one tag, or one frame, for your page, slides or notebook; the library that computes them is one package.`,
      t`<b>拿去用。</b>每张图都是一个标签或一个框架，可以放进你的网页、幻灯片或笔记本；计算用的程序库是一个软件包。`,
    ),
  ),
  heading('use', 'A figure in your article', '把图放进文章'),
  builder,
  heading('library', 'The library in your code', '把库写进代码'),
  code('sh', 'npm install whereformer'),
  code(
    'js',
    t`import { load } from 'whereformer'

const wf = await load()
const { inverse } = wf.frequencies({ type: 'rope', base: 10000 }, { dim: 64 })
const x = { data: new Float32Array(64).fill(1), shape: [1, 64] }
const turned = wf.rotate({ type: 'rope', base: 10000 }, x, { positions: [7] })
const bias = wf.bias({ type: 'alibi' }, { heads: 8, queries: 16, keys: 16 })`,
  ),
  paragraph(
    t`C++ compiled to WebAssembly, for browsers and Node: <a href="api/">API</a>, <a href="encodings/">encodings</a>, <a href="figures/">all figures</a>.`,
    t`C++ 编译成 WebAssembly，浏览器和 Node 里都能运行：<a href="zh/api/">API</a>、<a href="zh/encodings/">编码目录</a>、<a href="zh/figures/">全部图</a>。`,
  ),
)
