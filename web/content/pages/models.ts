import { figure, paragraph, section } from '../article/section.js'
import { say } from '../bilingual.js'
import { page } from './page.js'

const t = String.raw

export const models = page(
  'models',
  say('How twenty-two models encode position', '二十二个模型怎样编码位置'),
  say(
    t`Sixteen models that tutorials compare, then six more, each with its facts; and your own model, read in your browser.`,
    t`教程常比较的十六个模型，再加另外六个，每个都有事实可查；还有你自己的模型，由你的浏览器读取。`,
  ),
  section(
    'cards',
    say('Twenty-two models', '二十二个模型'),
    paragraph(
      t`Here is what twenty-two well-known models do: sixteen that tutorials compare, then six more. Such lists are worth checking. Many say that BERT uses relative positions (it has a learned table), that RoBERTa’s positions are not learned (they are), or that Falcon uses ALiBi (only the RW models do).`,
      t`下面是二十二个常见模型的做法：先是教程常比较的十六个，再是另外六个。这类清单值得核对：不少文章说 BERT 用相对位置（其实是可学习的表），说 RoBERTa 的位置不可学习（其实可以），说 Falcon 用 ALiBi（只有 RW 系列是）。`,
    ),
    figure(
      'models',
      t`The facts on each card come from the model’s published code, if there is any. If this page has a small trained model of the same kind, you can run it from the card.`,
      t`每张卡片上的事实出自该模型公开的代码（如果有的话）。本页若有训练好的同类小模型，可以直接从卡片运行它。`,
    ),
    paragraph(
      t`Read down the years and a story shows. Tables first; then distances, in ever finer terms; then, from 2022 on, rotation in nine of eleven: it needs no weights, and costs one pass over queries and keys. The two others, BLOOM and MPT, have ALiBi. The mask is everywhere that a model writes from left to right.`,
      t`按年份往下读，能看出一条线：先是表，再是越分越细的距离项；从 2022 年起，十一个里有九个用旋转：它不需要参数，代价只是把查询和键过一遍。另外两个，BLOOM 和 MPT，用 ALiBi。至于掩码，凡是从左往右写的模型都要用它。`,
    ),
    paragraph(
      t`Not in the list, because the library does not compute its mixture of experts: gpt-oss (2025). Its attention it does compute. Layers with a window of 128 tokens alternate with layers that see all tokens; both rotate, with YaRN from 4,096 to 131,072. Each head has one more learned logit, a sink: it joins the denominator of the softmax and adds no value, so a head may attend to nothing.`,
      t`没有列入的有 gpt-oss（2025），因为程序库不计算它的混合专家层；它的注意力则可以计算。窗口为 128 个词元的层与看得见全部词元的层交替，都用旋转，并用 YaRN 从 4,096 扩到 131,072。每个头另有一个学得的 logit，即“汇”（sink）：它只进 softmax 的分母，不带来任何值，所以一个头可以什么都不关注。`,
    ),
  ),
  section(
    'your-model',
    say('Your own model', '你自己的模型'),
    paragraph(
      t`You can check what this page says on a model that you know. Take a checkpoint folder as written by <code>save_pretrained</code>, or type the name of a public model. <code>config.json</code> alone shows where position enters; with the weights, your browser shows which token attends to which, and how that changes when the text is moved.`,
      t`本页的说法，可以用你熟悉的模型来核对。取一个检查点的文件夹，也就是 <code>save_pretrained</code> 写出的那种；或者输入公开模型的名称。单凭 <code>config.json</code> 就知道位置从哪里进入；有了权重，浏览器还能画出哪个词元关注哪个，以及移动文本之后会怎样改变。`,
    ),
    figure(
      'your-model',
      t`The files are read in this page and sent nowhere. For a model by its name, the figure says whom it asks before it asks. Weights are kept in the file’s own format, so a checkpoint needs about as much memory as its size on disk; closing the model frees it.`,
      t`文件只由本页读取，不会发送到任何地方。按名称载入时，发出请求之前会先说明向谁请求。权重按文件的格式存放，所以检查点占用的内存和文件差不多大；关闭模型，内存就释放了。`,
      'model=none',
    ),
  ),
)
