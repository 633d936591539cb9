import { say } from '../bilingual.js'
import { ask, builder, chapter, code, heading, lead, paragraph, stage, step } from './section.js'

const t = String.raw

/** Looks eight back, as copying needs. */
const lookingBack = '4 * (d == -8)'

/** With the sign of the distance wrong, it favours keys that the mask hides. */
const lookingAhead = '4 * (d == 8)'

export const train = chapter(
  'train',
  {
    short: say('Now you', '动手'),
    title: say('What does yours do?', '你的会怎样？'),
  },
  stage(
    'train',
    say(
      t`Two layers, four heads, 33,000 parameters each; measured on strings outside the training.`,
      t`每个模型有两层、四个头、三万三千个参数；图中各项都在训练之外的字母串上测得。`,
    ),
    ask(
      'first-to-copy',
      { task: 'copy', encoding: 'rope', compare: 'alibi', bias: '', seed: 1, view: 'attention' },
      {
        task: 'copy',
        encoding: 'rope',
        compare: 'alibi',
        bias: '',
        seed: 1,
        view: 'attention',
        speed: 5,
        playTo: 100,
      },
    ),
    step(
      { task: 'copy', encoding: 'rope', compare: 'alibi', bias: '', seed: 1, view: 'attention' },
      t`<em>Play</em>: both see the same strings. With RoPE a strong line appears eight tokens below the diagonal, and after 80 steps nine strings in ten are right. ALiBi takes more than 600. Try other seeds. <a href="details/#training">How to read it</a>.`,
      t`点<em>开始</em>，让两个模型学同样的字母串。用 RoPE 时，对角线下方八格处出现一条醒目的线，80 步之后，十条里有九条写得对。ALiBi 要 600 步以上。换个种子试过再信。<a href="zh/details/#training">怎么读结果</a>。`,
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
      t`Under <em>More</em>, write your own. With d, the key’s position minus the query’s, <code>${lookingBack}</code> adds 4 where d is −8: to the score of the key eight back. The line is there before <em>Play</em>; after 10 steps nine strings in ten are right.`,
      t`在<em>更多</em>里用公式写一个自己的，d 是键的位置减去查询的位置。比较成立时算 1，不成立时算 0，所以 <code>${lookingBack}</code> 给往前第八个键的得分加 4，其余不加。还没点<em>开始</em>，那条线已经在了；10 步之后，十条里有九条写得对。`,
    ),
    step(
      { encoding: 'learned', compare: 'alibi', bias: '', view: 'attention' },
      t`Open <a href="models/#your-model">your model</a>: <code>config.json</code> alone says where position enters, the weights show its attention. Files stay with you. (Drawn: a learned table beside ALiBi, untrained.)`,
      t`打开<a href="zh/models/#your-model">你自己的模型</a>。单凭 <code>config.json</code> 就知道位置从哪里进入；有了权重，还看得到它的注意力。文件不会离开你的电脑。（图中是可学习的表和 ALiBi，都还没有训练。）`,
    ),
    step(
      { encoding: 'custom', compare: 'rope', bias: lookingAhead, frequencies: '', view: 'attention' },
      t`Check your code: from arrays before and after encoding <a href="mistakes/#identify">the page names its convention</a>, or the mistake. (Drawn: step 2, its sign wrong: it favours masked keys.) Then <a href="mistakes/#quiz">test yourself</a>.`,
      t`检查你自己的代码：给出编码之前和之后的数组，<a href="zh/mistakes/#identify">本页说出它的约定</a>，或者错在哪里。（图中是第 2 步的公式，正负号写反了，偏爱的键都被掩码遮住。）然后<a href="zh/mistakes/#quiz">考考自己</a>。`,
    ),
    lead(
      t`<b>Take it with you.</b> Every figure is one tag or frame, for pages, slides, notebooks; the library, one package.`,
      t`<b>拿去用。</b>每张图都是一个标签或一个框架，可以放进你的网页、幻灯片或笔记本；计算用的程序库是一个软件包。`,
    ),
  ),
  heading('use', 'A figure in your article', '把图放进文章'),
  builder,
  heading('library', 'The library in your code', '在代码里使用程序库'),
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
    t`C++ in WebAssembly, for browsers and Node: <a href="api/">API</a>, <a href="encodings/">encodings</a>, <a href="figures/">all figures</a>.`,
    t`C++ 编译成 WebAssembly，浏览器和 Node 里都能运行：<a href="zh/api/">API</a>、<a href="zh/encodings/">编码目录</a>、<a href="zh/figures/">全部图</a>。`,
  ),
)
