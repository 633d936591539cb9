import { say } from '../bilingual.js'
import { ask, chapter, lead, stage, step } from './section.js'

const t = String.raw

export const blind = chapter(
  'blind',
  {
    short: say('Blind', '看不见次序'),
    title: say('Can attention tell one order of words from another?', '注意力分得清词的次序吗？'),
  },
  stage(
    'shuffle',
    say(
      t`A column: a character, and the 32 numbers of its output in a model trained without position encoding. =: unchanged; bar: how much it changed.`,
      t`每一列是一个字符和它的输出（32 个数），模型训练时不带位置编码。“=”：没有变；条形：变了多少。`,
    ),
    ask(
      'shuffled',
      { text: 'the dog bites the man', order: 0, causal: false, layer: 1 },
      { text: 'the dog bites the man', order: 1, causal: false, layer: 1 },
    ),
    step(
      { order: 0, causal: false, layer: 0 },
      t`Your sentence becomes tokens (here, characters), and each token three vectors: a <c>query</c>, a <c>key</c>, a <c>value</c>. The dot product of a query and a key, divided by √d, where d is the head dimension, is a score. Softmax turns the scores of one query into attention weights, which add up to 1. The output is the mean of the values under these weights.`,
      t`一句话先变成词元（这里是字符），每个词元再变成三个向量：<c>查询</c>、<c>键</c>、<c>值</c>。查询与键的点积除以 √d（d 是头维度），就是得分。softmax 把一个查询的各个得分变成注意力权重，加起来等于 1。输出是按这些权重对值求的平均。`,
    ),
    step(
      { order: 1, causal: false, layer: 1 },
      t`Shuffle the tokens. Each output moves with its token and keeps its value, up to rounding. No number in this computation says which token comes first. Feed-forward layers and normalisation work on one token at a time and cannot help.`,
      t`把词元打乱。每个输出都跟着自己的词元走，数值不变，至多末位有舍入的差别。这些计算里没有哪个数说明哪个词元在前。前馈层和归一化一次只处理一个词元，也帮不上忙。`,
    ),
    step(
      { text: 'the dog bites the man', order: 1, causal: true },
      t`Switch on the causal mask: a token now attends to itself and to the tokens before it. Shuffle again: outputs change, since each token sees another set. The mask lets some order in.`,
      t`加上因果掩码：词元现在只关注自己和前面的词元。再打乱一次，输出变了，因为每个词元看得见的词元变了。掩码让一部分次序渗了进来。`,
    ),
    step(
      { text: 'aaaaaaaaaa', order: 0, causal: true },
      t`How much? Token n sees n tokens; a head that scores them alike gives each the weight 1/n. If the first token can be recognised, its share of the output tells n. But take one letter ten times: all ten outputs are equal, in every layer. Each is a mean of equal values, however many there are.`,
      t`渗进来多少？第 n 个词元连自己在内看得见 n 个词元。一个头若给它们同样的得分，每个就分到权重 1/n。如果认得出第一个词元，看它在输出里占多少，就知道 n。可要是同一个字母写十遍，十个输出在每一层都相等：每个都是相等的值的平均，看不出平均的是几个。`,
    ),
    step(
      { text: 'the dog bites the man', order: 0, causal: true },
      t`In training this goes a long way for models that read left to right, and nowhere for the others. <a href="https://arxiv.org/abs/2203.16634">Haviv et al. 2022</a>: perplexity 20.97 without an encoding, 20.42 with a learned table (WikiText-103); for masked language models, 147 against about 4. <a href="details/#mask">More on the mask</a>.`,
      t`从左往右读的模型，靠这一点在训练中能走很远；双向的模型则寸步难行。<a href="https://arxiv.org/abs/2203.16634">Haviv 等 2022</a>：不加编码时困惑度 20.97，用可学习的表 20.42（WikiText-103）；掩码语言模型是 147 对约 4。<a href="zh/details/#mask">再谈掩码</a>。`,
    ),
    lead(
      t`<b>What fails.</b> A model that reads both ways sees a bag of words; one that reads left to right must spend layers on counting. Each token should be told its position.`,
      t`<b>不足之处。</b>双向阅读的模型看到的只是一袋词；从左往右读的模型，得花几层去数数。应当直接告诉每个词元位置。`,
    ),
  ),
)
