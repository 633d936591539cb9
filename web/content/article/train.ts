import { say } from '../bilingual.js'
import { figure, list, note, paragraph, section } from './section.js'

const t = String.raw

export const train = section(
  'train',
  say('Train one yourself', '自己训练一个'),
  paragraph(
    t`So far the models were trained for you. Now train one yourself. The model below has two layers, four heads and 33,000 parameters, all random at first. It gets strings of eight letters and has to repeat each string. Press Play. At first it learns only which letters occur; then the loss falls, and more and more strings are right in every letter.`,
    t`到这里为止，模型都是别人训练的；现在轮到你了。下面的模型有两层、四个头、三万三千个权重，一开始全是随机数。它看到由八个字母组成的串，要原样再写一遍。点“开始”：起初它只学到会出现哪些字母，然后损失落下来，一条又一条字母串从头到尾都写对了。`,
  ),
  paragraph(
    t`Watch the map meanwhile. To write the next letter, a token has to look back by eight places, at every step. An encoding that can name a distance finds it fast: with RoPE, a strong line appears eight places below the diagonal. The ALiBi model sees the same strings in the same order, but ALiBi can only make near count more than far. It cannot prefer eight to seven, so the model has to find the letter by content, which takes far longer.`,
    t`同时看注意力图。要写下一个字母，每一步都得往回看八个位置。说得出距离的编码很快就能找到：用 RoPE 时，对角线下方八格处出现一条深色的线。旁边的 ALiBi 按同样的次序看同样的字母串，可它只能说近的比远的重要，没法偏爱“八”而不是“七”，只好靠字母本身来分辨位置，慢得多。`,
  ),
  figure(
    'train',
    t`Both models use the same seed and the same strings and train in turns, in your browser. Everything shown is measured on strings that are not used in training.`,
    t`两个模型用同一个种子，在你的浏览器里轮流用同样的字母串学习。图中各项都在训练之外的字母串上测得。`,
    'task=copy',
  ),
  list(
    say(
      t`<b>Compare with: none.</b> Without any encoding it still learns something: as in the first section, the causal mask lets tokens count.`,
      t`<b>旁边换成“无”。</b>完全没有编码，它也能学到一点。这就是第一节说的例外：掩码让词元有得数。`,
    ),
    say(
      t`<b>Task: reverse.</b> Now every letter has another distance. For a table of positions that makes no difference; for an encoding of distances the task is harder.`,
      t`<b>任务换成“反转”。</b>现在每个字母的距离都不同。按位置记的表不在乎；只看距离的编码，任务变难了。`,
    ),
    say(
      t`<b>Encoding: T5.</b> Its bias is learned, and you can watch it being learned. With seed 1 the third head raises distance 1 and the fourth distance 7. Both layers share the bias, and one and seven make eight.`,
      t`<b>编码换成 T5。</b>它的偏置是学出来的，你可以看着它学。种子为 1 时，第三个头抬高了距离 1，第四个头抬高了距离 7；两层共用这份偏置，一加七正好是八。`,
    ),
    say(
      t`<b>Learning rate: 0.1.</b> Too high: the loss fluctuates, and no string comes out right.`,
      t`<b>学习率调到 0.1。</b>太大了：损失忽高忽低，没有一条写得对。`,
    ),
  ),
  paragraph(
    t`Read the result with care. Another seed changes every number and can swap two encodings that are close. A model of 33,000 parameters and one task say little about language models: ALiBi was designed for text, where near tokens do matter more, and a fixed distance is exactly what its bias cannot express. And both models have seen only one length. What happens beyond it is the next section.`,
    t`结果要如实看待。换一个种子，每个数都会变；两种编码相差不大时，先后可能颠倒。三万多个权重、一个任务，说明不了语言模型会怎样：ALiBi 是为文本设计的，那里近处确实更重要，而从固定距离处抄写，恰恰是它说不出来的事。另外，这两个模型只见过一种长度；超出之后会怎样，是下一节的内容。`,
  ),
  paragraph(
    t`A browser cannot train a model of practical size, but it can run one. <a href="#your-model">Open your own model</a>: drop its files here and see its attention maps.`,
    t`常用大小的模型，在浏览器里训练不了，却可以在浏览器里读。<a href="#your-model">用你自己的模型试试</a>：放入它的文件，就能看到它的注意力图。`,
  ),
  note(
    t`Sinusoids are scaled by 0.1 here. Token embeddings start with a standard deviation of 0.02, which waves of amplitude 1 would swamp; <a href="https://arxiv.org/abs/1706.03762">Vaswani et al. 2017</a> multiply the embeddings by √D instead, D being their width.`,
    t`这里的正弦波乘了 0.1。词嵌入的初始标准差是 0.02，振幅为 1 的波会把它淹没；<a href="https://arxiv.org/abs/1706.03762">Vaswani 等 2017</a> 的做法是把词嵌入乘以 √D，D 是词嵌入的宽度。`,
  ),
)
