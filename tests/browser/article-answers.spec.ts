// Questions at which tutorials mislead or contradict each other: the text of the site answers each, in both languages. Needs no browser.

import { expect, test } from '@playwright/test'
import { textOf } from '../support/prose.js'

interface Asked {
  question: string
  section: string
  en: RegExp
  zh: RegExp
}

const asked = (question: string, section: string, en: RegExp, zh: RegExp): Asked => ({
  question,
  section,
  en,
  zh,
})

const CHAPTERS: readonly Asked[] = [
  asked(
    'Can attention tell the order?',
    'blind',
    /No number in this computation says which token comes first/,
    /没有哪个数说明哪个词元在前/,
  ),
  asked(
    'What does an encoder without positions know?',
    'blind',
    /nowhere for the others.*a bag of words/,
    /双向的模型则寸步难行.*一袋词/,
  ),
  asked(
    'When does a causal mask let tokens count?',
    'blind',
    /If the first token can be recognised.*one letter ten times: all ten outputs are equal/,
    /如果认得出第一个词元.*同一个字母写十遍，十个输出在每一层都相等/,
  ),
  asked(
    'Are waves learned, do they end?',
    'absolute',
    /nothing is learned, and there is a vector for every position/,
    /什么都不用学，而且每个位置都有向量/,
  ),
  asked(
    'Do waves tell before from after?',
    'absolute',
    /Forwards and backwards look the same/,
    /往前和往后看起来一样/,
  ),
  asked(
    'Is a learned table better than waves?',
    'absolute',
    /25\.8 with waves, 25\.7 learned/,
    /正弦波 BLEU 25\.8，可学习的 25\.7/,
  ),
  asked(
    'How many numbers does a bias by distance need?',
    'relative',
    /Sixteen tokens need 31 numbers/,
    /16 个词元要 31 个数/,
  ),
  asked(
    'Where does the last bucket begin?',
    'relative',
    /at distance 91; .* at 113/,
    /从距离 91 开始；.*113/,
  ),
  asked(
    'Has ALiBi parameters, has every head the same slope?',
    'relative',
    /ALiBi learns nothing\..*Eight heads have slopes 1\/2, 1\/4, … 1\/256/,
    /ALiBi 什么都不学.*八个头的斜率是 1\/2、1\/4/,
  ),
  asked(
    'What is rotated, and when?',
    'rotary',
    /to queries and keys, after their projections; values are not rotated/,
    /在投影之后这样旋转查询和键；值不旋转/,
  ),
  asked(
    'What does a rotation leave alone?',
    'rotary',
    /Lengths stay\. At position 0 nothing rotates/,
    /长度不变。在位置 0，什么都不转/,
  ),
  asked(
    'Does only the angle count?',
    'rotary',
    /length × length × the cosine of the angle/,
    /长度 × 长度 × 夹角的余弦/,
  ),
  asked(
    'Do rotary scores decay?',
    'rotary',
    /then rise, first at distance 12.*the mean score is 0 at every distance/,
    /然后回升，第一次是在距离 12.*得分的均值在任何距离都是 0/,
  ),
  asked(
    'In which methods is position in the values?',
    'doors',
    /door ① alone.*queries, keys and values\..*no position is added to the values\..*another is added to each value/,
    /只走门 ①.*查询、键和值。.*不给值加上位置。.*另一个加到值上/,
  ),
  asked(
    'Why do waves and rotations fail on longer texts?',
    'longer',
    /The formula is defined there; the model was never trained there/,
    /公式在那里有定义，模型却没有在那里训练过/,
  ),
  asked(
    'Why does a flat curve prove little, and which test decides?',
    'longer',
    /the rest brought nothing.*smaller share of characters stands near the start.*cut the text, or ask for a fact from its beginning/,
    /截掉的部分什么也没带来.*靠近开头.*所占的比例越小.*要么把文本截短，要么问一件开头说过的事/,
  ),
  asked(
    'Which pairs does each scaling slow down?',
    'longer',
    /divides all by s.*the slowest is divided by s.*complete no rotation are divided by s/,
    /全都除以 s.*最慢的除以 s.*不足一圈的除以 s/,
  ),
  asked('Is a larger model enough?', 'longer', /A larger model alone does not help/, /只把模型做大没有用/),
]

const DETAILS: readonly Asked[] = [
  asked('Is the scale d, or its root?', 'mask', /Dividing by √d/, /除以头维度 d 的平方根/),
  asked(
    'How much does one causal layer know of the order?',
    'mask',
    /the weight 1\/i\..*After two layers/,
    /权重就是 1\/i.*两层之后就变了/,
  ),
  asked('Add the vector, or append it?', 'sinusoid', /You could also append the vector/, /接在后面/),
  asked('Do position vectors repeat?', 'sinusoid', /2π is irrational/, /2π 是无理数/),
  asked('Are waves relative?', 'sinusoid', /This holds for the position vectors alone/, /只对位置向量成立/),
  asked(
    'Why is the shift a rotation?',
    'sinusoid',
    /Why a rotation, .* lie on a circle/,
    /为什么是旋转.*落在一个圆上/,
  ),
  asked(
    'How large are position tables?',
    'learned',
    /1,024 × 768 = 786,432.*512 × 768 = 393,216.*33 vectors/,
    /1,024 × 768 = 786,432.*512 × 768 = 393,216.*33 个/,
  ),
  asked('Is the bias scaled?', 'alibi', /The bias is added after the scores are scaled/, /偏置加在缩放之后/),
  asked(
    'What becomes of ALiBi on both sides?',
    'alibi',
    /the same output when the sentence is reversed/,
    /方向也就没有了：把句子倒过来，每个词元的输出都不变/,
  ),
  asked('Is 32 a distance?', 't5', /32 is the number of buckets, not a distance/, /32 是桶的个数，不是距离/),
  asked(
    'Which buckets does training fill?',
    't5',
    /keeps its initial number.*buckets 0 to 26.*the other five, untrained, from distance 67 on/,
    /停在初始值.*第 0 至 26 号桶.*从距离 67 起遇到的是其余五个/,
  ),
  asked(
    'How many tables has T5, and of what?',
    't5',
    /One number per bucket and head .* the encoder has one, the decoder another/,
    /每个桶、每个头学一个数.*编码器一张，解码器另一张/,
  ),
  asked('Does T5 scale its scores?', 't5', /T5 does not divide its scores by √d/, /T5 的得分不除以 √d/),
  asked(
    'Has Sandwich parameters to learn?',
    't5',
    /Sandwich, .* without any/,
    /Sandwich）.*没有可学习的参数/,
  ),
  asked(
    'What can enter linear attention?',
    'linear',
    /A rotation still works.*What is lost is exact normalisation/,
    /旋转却有.*失去的是归一化/,
  ),
  asked(
    'Which width scales embeddings?',
    'training',
    /by √D instead, D being their width/,
    /乘以 √D，D 是词嵌入的宽度/,
  ),
  asked(
    'Which of the four terms are absolute?',
    'absolute-terms',
    /The other three are absolute/,
    /其余三项都是绝对的/,
  ),
  asked('How many vectors has Shaw?', 'vectors', /2k \+ 1/, /2k\+1/),
  asked('Is clipping a window?', 'vectors', /This is clipping, not a window/, /不是窗口/),
  asked(
    'What are u, v and W of Transformer-XL?',
    'transformer-xl',
    /with a projection of its own; .* two learned vectors, u and v, the same at every position/,
    /配一个单独的矩阵；.*处处相同的两个可学习向量 u 和 v/,
  ),
  asked(
    'What does the second stream of XLNet see?',
    'transformer-xl',
    /sees the position and the content of the tokens earlier in the order, but not the content of the token itself/,
    /次序里在前的词元的内容，唯独看不见自己词元的内容/,
  ),
  asked(
    'What is DeBERTa’s δ?',
    'deberta',
    /a row of the table, not a distance.*The query looks up row .* the other sign/,
    /是表的行号，不是距离.*正负号相反/,
  ),
  asked(
    'Is DeBERTa relative only?',
    'deberta',
    /not purely relative: .* just before the output softmax/,
    /并非全是相对的：.*最后的 softmax 之前/,
  ),
  asked(
    'Does no new value mean that a model reads on?',
    'properties',
    /That values are not new does not make a model read on/,
    /没有新值，也不等于模型就能读下去/,
  ),
  asked('How many angles?', 'frequencies', /d\/2 angles, not d/, /d\/2 个角度，不是 d 个/),
  asked(
    'Which channels form a pair?',
    'layouts',
    /2i and 2i \+ 1; .* i and i \+ d\/2/,
    /2i 与 2i\+1.*i 与 i\+d\/2/,
  ),
  asked(
    'Is the bound on rotary scores monotone?',
    'decay',
    /falls on the whole, but not at every step/,
    /总体上随距离下降，但并非步步下降/,
  ),
  asked('What is YaRN’s temperature?', 'scaling', /At s = 4 that is 1\.139/, /s = 4 时是 1\.139/),
  asked(
    'Which pairs does YaRN slow down where none makes 32 rotations?',
    'scaling',
    /takes the pair’s index instead.*the other 15 of 16 are slowed/,
    /按通道对的编号来算.*其余 15 对都放慢/,
  ),
  asked(
    'What are the two ideas of LongRoPE?',
    'scaling',
    /two observations: pairs .* and so do positions.*one factor per pair, never smaller .* and a number of first tokens/,
    /两点观察：各个通道对.*各个位置也不同.*开头有多少个词元的位置完全不拉伸/,
  ),
  asked('Is one run enough?', 'train-short', /a single run says nothing/, /只跑一次什么也说明不了/),
  asked(
    'What is in the key–value cache?',
    'cached',
    /position is in keys and values alike.*position is in the keys, if they were rotated before.*it is in neither.*by clipped distance/,
    /键和值里都有位置.*先旋转再存，位置就在键里.*键和值里都没有.*按截断后的距离/,
  ),
  asked(
    'Store keys before their rotation, or after it?',
    'cached',
    /rotated once\. .* every key is rotated again at every step, in the same memory/,
    /只转一次.*内存一样多，但每一步都要把所有的键再转一遍/,
  ),
  asked(
    'Which position has the next token after left padding?',
    'next-position',
    /the number of real tokens before it.*running sum of the attention mask, minus one.*that gives −1.*T5 forgive a constant offset/,
    /前面真实词元的个数.*注意力掩码的累加和减一.*会得到 −1.*T5 没有影响/,
  ),
  asked(
    'May a cache be evicted and renumbered?',
    'dropping',
    /Keep the position ids of the rest.*beyond the trained range.*renumbers by index in the cache.*rotating it once more.*the sinks keep their positions.*A learned table cannot/,
    /保留原来的位置编号.*超出训练过的范围.*按缓存里的下标重新编号.*再旋转一次.*注意力汇的位置不变.*可学习的表不行/,
  ),
  asked(
    'What does dynamic scaling do to old keys?',
    'changing-frequencies',
    /keep the old angles.*Store keys unrotated, rotate them anew, or fix the length/,
    /还是旧角度.*要么存旋转之前的键，要么重新旋转，要么一开始就定好长度/,
  ),
  asked(
    'Why is position apart in a compressed cache?',
    'compressed',
    /absorbed into the queries’.*would prevent that/,
    /预先并进了查询的矩阵.*就并不进去了/,
  ),
  asked(
    'Are BERT, RoBERTa and Falcon what one reads?',
    'cards',
    /BERT uses relative positions \(it has a learned table\)/,
    /BERT 用相对位置（其实是可学习的表）/,
  ),
  asked(
    'Is RoPE a product with cosines and sines?',
    'refuted',
    /That is not a rotation: it does not mix channels/,
    /这不是旋转：通道之间没有混合/,
  ),
]

for (const language of ['en', 'zh'] as const)
  for (const [part, questions] of Object.entries({ chapters: CHAPTERS, 'side pages': DETAILS }))
    test(`every question has its answer in its section (${part}, ${language})`, () => {
      expect(questions.length).toBeGreaterThanOrEqual(18)
      for (const { question, section, ...answers } of questions)
        expect(textOf(section, language), question).toMatch(answers[language])
    })
