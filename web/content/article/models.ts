import { say } from '../bilingual.js'
import { figure, heading, paragraph, section } from './section.js'

const t = String.raw

export const models = section(
  'models',
  say('Twenty-two models, and the doors they chose', '二十二个模型各走哪扇门'),
  paragraph(
    t`Here is what twenty-two well-known models do: sixteen that tutorials compare, then six more. It is worth checking such lists. Many say that BERT uses relative positions (it learns a table), that RoBERTa’s cannot be trained (they can), or that Falcon is ALiBi (only the RW models are).`,
    t`下面是二十二个常见模型的做法：先是教程常比较的十六个，再是另外六个。这类清单值得核对：不少文章说 BERT 用相对位置（其实是可学习的表），说 RoBERTa 的位置不可学习（其实可以），说 Falcon 用 ALiBi（只有 RW 系列是）。`,
  ),
  figure(
    'models',
    t`Each card states facts from the model’s published code, where there is any. Where a small trained model of the same kind comes with this page, it runs in your browser.`,
    t`每张卡片上的事实出自该模型公开的代码（如果有的话）。本页若带有同类的训练过的小模型，它就在你的浏览器里运行。`,
  ),
  paragraph(
    t`Read down the years and a story shows. Tables first; then distances, in ever finer terms; then, from 2022 on, rotation in nine of eleven: it needs no weights, and costs one pass over queries and keys. The two others, BLOOM and MPT, have ALiBi. The mask is everywhere that a model writes from left to right.`,
    t`按年份往下读，能看出一条线：先是表，再是越分越细的距离项；从 2022 年起，十一个里有九个用旋转：它不要权重，代价只是把查询和键过一遍。另外两个，BLOOM 和 MPT，用 ALiBi。至于掩码，凡是从左往右写的模型都要用它。`,
  ),
  heading('your-model', 'Your own model', '你自己的模型'),
  paragraph(
    t`Every claim on this page can be tried on a model that you know. Take the folder of a checkpoint, as <code>save_pretrained</code> writes it. The file <code>config.json</code> alone tells where position enters; with the weights, your browser shows which token looks at which, and what becomes of that at other places.`,
    t`本页的每个说法，都可以拿你熟悉的模型来试。取一个检查点的文件夹，也就是 <code>save_pretrained</code> 写出的那种。单凭 <code>config.json</code> 就知道位置从哪里进入；有了权重，浏览器还能画出哪个词元在看哪个，以及换了位置会怎样。`,
  ),
  figure(
    'your-model',
    t`The files are read by this page and nowhere else. Weights are held as the file has them, so a checkpoint takes about its own size in memory; closing the model frees it.`,
    t`文件只由本页读取，别处都不会读到。权重按文件里的样子保存，所以检查点占用的内存和文件差不多大；关闭模型，内存就释放了。`,
    'model=none',
  ),
)
