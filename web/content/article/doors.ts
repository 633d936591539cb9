import { say } from '../bilingual.js'
import { ask, chapter, lead, sidePages, stage, step } from './section.js'

const t = String.raw

export const doors = chapter(
  'doors',
  {
    short: say('Six doors', '六扇门'),
    title: say('Where can position enter at all?', '位置究竟能从哪里进入？'),
  },
  stage(
    'doors',
    say(
      t`Thick lines are where position enters; thin, what the tokens bring; dotted, doors not used.`,
      t`粗线表示位置从这里进入，细线是词元自己带来的内容，点线通往没有用到的门。`,
    ),
    ask('value-door', { encoding: 'none', door: 'auto' }, { encoding: 'shaw', door: 'auto' }),
    step(
      { encoding: 'none', door: 'auto' },
      t`One layer, and six points where position can enter, called doors here: ① embedding, ② rotation, ③ bias, ④ content term, ⑤ value, ⑥ mask.`,
      t`这是一层，位置可以从六个入口进入。本页称它们为门：① 嵌入，② 旋转，③ 偏置，④ 内容项，⑤ 值，⑥ 掩码。`,
    ),
    step(
      { encoding: 'sinusoidal', door: 'auto' },
      t`Choose <em>sinusoidal</em>: door ① alone, once, before the first layer. From there position is in everything: queries, keys and values.`,
      t`选<em>正弦</em>：只走门 ①，只有一次，在第一层之前。从此到处都有位置：查询、键和值。`,
    ),
    step(
      { encoding: 'rope', door: 'auto' },
      t`Choose <em>RoPE</em>, then <em>ALiBi</em>: doors ② and ③, again in each layer. They change attention weights; no position is added to the values. <a href="stretching/">RoPE can be stretched</a> to longer texts.`,
      t`选 <em>RoPE</em>，再选 <em>ALiBi</em>：门 ② 和门 ③，每一层都走。它们改变注意力权重，但不给值加上位置。<a href="zh/stretching/">RoPE 可以拉伸</a>，去读更长的文本。`,
    ),
    step(
      { encoding: 'shaw', door: 'auto' },
      t`Choose <em>Shaw</em>: doors ④ and ⑤. A vector for the clipped distance meets the query, and another is added to each value, so the output tells how far the value came (<a href="https://arxiv.org/abs/1803.02155">Shaw et al. 2018</a>). <a href="content/">Content decides</a>.`,
      t`选 <em>Shaw</em>：门 ④ 和门 ⑤。截断后的距离对应两个向量，一个与查询相乘，另一个加到值上，于是输出也说明值来自多远（<a href="https://arxiv.org/abs/1803.02155">Shaw 等 2018</a>）。<a href="zh/content/">由内容决定</a>。`,
    ),
    step(
      { encoding: 'none', door: 'mask' },
      t`Door ⑥, the mask (framed), is open in every model that writes left to right; our list lights it only for windows. Of the 22 models in <a href="models/">our list</a>, ten rotate, seven add a vector, four add a bias, and DeBERTa has content terms alone.`,
      t`门 ⑥ 是掩码（加框），凡是从左往右写的模型都用它；列表只在另有窗口时才点亮它。<a href="zh/models/">我们列出的</a> 22 个模型里，十个旋转，七个加向量，四个加偏置，DeBERTa 只有内容项。`,
    ),
    lead(
      t`<b>What fails.</b> A door says where position enters. It does not say how far a model can read.`,
      t`<b>不足之处。</b>门说明位置从哪里进入，不说明模型能读多远。`,
    ),
  ),
  sidePages,
)
