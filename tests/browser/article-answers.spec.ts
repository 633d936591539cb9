// Questions at which tutorials mislead or contradict each other: the text of the article answers each, in both languages. Needs no browser.

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

const QUESTIONS: readonly Asked[] = [
  asked(
    'Can attention tell the order?',
    'blind',
    /no number in it says that i comes before j/,
    /没有哪个数说明 i 在 j 之前/,
  ),
  asked('Is the scale d, or its root?', 'blind', /Dividing by the root of d/, /除以宽度 d 的平方根/),
  asked(
    'Does a decoder without positions know the order?',
    'blind',
    /the weight 1\/i .* After two layers/,
    /权重就是 1\/i.*两层之后就变了/,
  ),
  asked(
    'What does an encoder without positions know?',
    'blind',
    /models that see in both directions do not/,
    /双向阅读的模型不能/,
  ),
  asked('Add the vector, or append it?', 'absolute', /Appending the vector instead/, /接在后面/),
  asked('Are waves learned?', 'absolute', /Nothing here is learned/, /没有一个数是学来的/),
  asked(
    'Do waves end, have they to be stored?',
    'absolute',
    /nothing ends: .* computed when it is needed/,
    /没有尽头：.*用到时再算/,
  ),
  asked('Do codes repeat?', 'absolute', /2π is irrational/, /2π 是无理数/),
  asked('Are waves relative?', 'absolute', /That holds for the codes alone/, /只对编码本身成立/),
  asked(
    'Why is the shift a rotation?',
    'absolute',
    /Why a rotation, .* lie on a circle/,
    /为什么是旋转.*落在一个圆上/,
  ),
  asked(
    'Is a learned table better than waves?',
    'absolute',
    /25\.8 with waves, 25\.7/,
    /用波 BLEU 为 25\.8.*25\.7/,
  ),
  asked(
    'Which of the four terms are absolute?',
    'absolute',
    /The other three are absolute/,
    /其余三项都是绝对的/,
  ),
  asked('How many rows has a table of distances?', 'relative', /2L − 1 .* 2k \+ 1/, /2L−1.*2k\+1/),
  asked('Is clipping a window?', 'relative', /It is not a window/, /不是窗口/),
  asked(
    'Do relative vectors touch the values?',
    'relative',
    /A second vector is added to the value/,
    /再用一个向量加到值上/,
  ),
  asked(
    'What is rotated, and when?',
    'rotary',
    /Only queries and keys .* after their projection, in every layer and head/,
    /只旋转查询和键，在投影之后，每一层每个头/,
  ),
  asked(
    'What does a rotation leave alone?',
    'rotary',
    /leaves the length .* at position 0 nothing turns/,
    /不改变向量的长度；在位置 0/,
  ),
  asked(
    'Does only the angle count?',
    'rotary',
    /their lengths, which turning keeps, times the cosine of the angle/,
    /二者的长度（旋转不改变它们）乘以夹角的余弦/,
  ),
  asked('How many angles?', 'rotary', /d\/2 angles, not d/, /d\/2 个角度，不是 d 个/),
  asked(
    'Which channels form a pair?',
    'rotary',
    /2i and 2i \+ 1; .* i and i \+ d\/2/,
    /2i 与 2i\+1.*i 与 i\+d\/2/,
  ),
  asked(
    'Do rotary scores decay?',
    'rotary',
    /under a premise.*falls on the whole, but not at every step.*the mean score is zero at every distance/,
    /有一个前提.*总体上随距离下降，但并非步步下降.*均值在任何距离都是零/,
  ),
  asked('Is the bias scaled?', 'biases', /The bias is added after the scores are scaled/, /偏置加在缩放之后/),
  asked(
    'Has ALiBi parameters, has every head the same slope?',
    'biases',
    /Nothing is learned\. Each head has its own slope/,
    /没有任何东西需要学习。每个头斜率不同/,
  ),
  asked(
    'What becomes of ALiBi on both sides?',
    'biases',
    /the direction is gone: a sentence and its reverse give the same outputs/,
    /方向也就没有了：一句话和倒过来的这句话，输出相同/,
  ),
  asked(
    'Is 32 a distance?',
    'biases',
    /32 is the number of buckets, not a distance/,
    /32 是桶的个数，不是距离/,
  ),
  asked(
    'Where does the last bucket begin?',
    'biases',
    /starts at 91 .* at 113 in a causal model/,
    /从 91 开始；因果模型里从 113 开始/,
  ),
  asked(
    'How many tables has T5, and of what?',
    'biases',
    /One number per bucket and head .* the encoder has one, the decoder another/,
    /每个桶、每个头学一个数.*编码器一张，解码器另一张/,
  ),
  asked('Does T5 scale its scores?', 'biases', /T5 does not divide its scores by √d/, /T5 的得分不除以 √d/),
  asked(
    'What can enter linear attention?',
    'biases',
    /A rotation has: .*What is lost is the normaliser/,
    /旋转却有.*失去的是归一化/,
  ),
  asked(
    'What are u, v and W of Transformer-XL?',
    'content',
    /with a matrix of its own; .* two learned vectors u and v, the same everywhere/,
    /配一个单独的矩阵；.*处处相同的两个可学习向量 u 和 v/,
  ),
  asked(
    'Does XLNet move its words?',
    'content',
    /moves none of them.*only the mask follows the order/,
    /一个词也不移动.*只有掩码跟着抽到的次序走/,
  ),
  asked(
    'What does the second stream of XLNet see?',
    'content',
    /those earlier in the order, but not the content of the token itself/,
    /次序里在前的词元的内容，唯独看不见自己词元的内容/,
  ),
  asked(
    'Has Sandwich parameters to learn?',
    'biases',
    /Sandwich, .* without any/,
    /Sandwich）.*没有可学习的参数/,
  ),
  asked(
    'Is DeBERTa relative only?',
    'content',
    /not relative all through: .* just before the last softmax/,
    /并非全是相对的：.*最后的 softmax 之前/,
  ),
  asked(
    'Why do waves and rotations fail on longer texts?',
    'longer',
    /The reason is not the formula but the training/,
    /原因不在公式，而在训练/,
  ),
  asked(
    'Does a low loss show a long memory?',
    'longer',
    /does not show that a model remembers/,
    /不说明模型记得开头/,
  ),
  asked(
    'Which pairs does each scaling slow down?',
    'longer',
    /slows every pair by s\..*the slowest slows by s/,
    /让每一对都慢 s 倍。.*最慢的慢 s 倍/,
  ),
  asked(
    'Does ALiBi look beyond its training length?',
    'longer',
    /does look beyond its context.*It gains nothing there/,
    /其实看得到上下文之外.*什么也没得到/,
  ),
  asked('What is YaRN’s temperature?', 'longer', /At s = 4 that is 1\.139/, /s = 4 时是 1\.139/),
  asked(
    'What makes texts beyond the context work?',
    'longer',
    /What helps, then\? .* A larger model is not on this list/,
    /那么什么有用？.*把模型做大不在其列/,
  ),
  asked('Is one run enough?', 'longer', /a single run would have told you nothing/, /只跑一次什么也说明不了/),
  asked(
    'Which width scales embeddings?',
    'train',
    /by √D instead, D being their width/,
    /乘以 √D，D 是词嵌入的宽度/,
  ),
  asked(
    'Are BERT, RoBERTa and Falcon what one reads?',
    'models',
    /BERT uses relative positions \(it learns a table\)/,
    /BERT 用相对位置（其实是可学习的表）/,
  ),
  asked(
    'Is RoPE a product with cosines and sines?',
    'mistakes',
    /That is not a rotation: it mixes no channels/,
    /这不是旋转：通道之间没有混合/,
  ),
]

for (const language of ['en', 'zh'] as const)
  test(`every question has its answer in its section (${language})`, () => {
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(24)
    for (const { question, section, ...answers } of QUESTIONS)
      expect(textOf(section, language), question).toMatch(answers[language])
  })
