// Questions about what is added to scores and to values.

import { type Bilingual, say } from '../bilingual.js'
import { short } from '../format.js'

export const valueDoor = {
  text: say(
    'Most methods change only the attention weights. Which of these four also changes the values?',
    '多数办法只改变注意力权重。下面四种里，哪一种连值也改变？',
  ),
  answers: {
    rope: say('RoPE', 'RoPE'),
    alibi: say('ALiBi', 'ALiBi'),
    shaw: say('Shaw’s relative vectors', 'Shaw 的相对向量'),
    t5: say('T5’s table', 'T5 的表'),
  },
  labels: {
    difference: (name: Bilingual) =>
      say(
        `${name.en}: difference between the output and the weighted mean of the values`,
        `${name.zh}：输出减去值的加权平均`,
      ),
  },
  explain: (most: number) =>
    say(
      `For three of them the output is the weighted mean of the values, up to rounding. For Shaw’s it differs by up to ${short(most)}: a vector for the distance is added to each value (door 5).`,
      `其中三种的输出就是值的加权平均，差别只是舍入。Shaw 的最多相差 ${short(most)}：每个值上又加了一个距离的向量，这是第五扇门。`,
    ),
}

export const lastBucketFrom = {
  text: say(
    'In T5’s encoder, distances are sorted into 32 buckets, 16 per direction, with maximum distance 128. From which distance on do all keys on one side share one bucket?',
    'T5 的编码器把距离分进 32 个桶，每个方向 16 个，最大距离为 128。从哪个距离起，同一侧的键全归一个桶？',
  ),
  labels: {
    last: say('Last bucket of one direction', '一侧的最后一桶'),
    both: say('Bidirectional: starts at distance', '双向：起于距离'),
    causal: say('Causal: starts at distance', '因果：起于距离'),
  },
  explain: ({ from, causal }: { from: number; causal: number }) =>
    say(
      `The last bucket starts at ${from}, or at ${causal} in a causal model, where all 32 buckets are for earlier keys. 128 sets the scale of the logarithm; rounding down makes the last bucket start earlier.`,
      `最后一桶从 ${from} 起；因果模型里 32 个桶都归前面的键，从 ${causal} 起。128 定的是对数的尺度；向下取整使最后一桶开始得更早。`,
    ),
}

export const reversedAlibi = {
  text: say(
    'Symmetric ALiBi (|i\u00a0−\u00a0j|), no mask: every token sees both sides. You reverse the sentence. Whose output changes?',
    '对称的 ALiBi（|i\u00a0−\u00a0j|），不加掩码，每个词元都看得见两侧。把句子倒过来，哪些词元的输出会变？',
  ),
  answers: {
    all: say('All of them.', '全都会变。'),
    ends: say('Tokens near the ends.', '靠近两端的词元。'),
    none: say('None.', '一个都不变。'),
  },
  labels: {
    compared: say('Tokens compared (columns: change of each output)', '比较的词元数（柱：各个输出的变化）'),
    most: say('Largest change of an output', '输出的最大变化'),
  },
  explain: (most: number) =>
    say(
      `The largest change is ${short(most)}: rounding. |i\u00a0−\u00a0j| is the same from either end, so symmetric ALiBi cannot distinguish a sentence from its reverse. The published ALiBi is causal; there the mask distinguishes them.`,
      `最大的变化是 ${short(most)}，只是舍入。从哪头看，|i\u00a0−\u00a0j| 都一样，所以对称的 ALiBi 分不清一句话与它的倒序。论文里的 ALiBi 是因果的，那里由掩码来区分。`,
    ),
}

export const missingTerm = {
  text: say(
    'With absolute position vectors a score has four terms. Which one does DeBERTa leave out?',
    '用绝对位置向量时，得分有四项。DeBERTa 去掉了哪一项？',
  ),
  answers: {
    content: say('content · content', '内容 · 内容'),
    contentPosition: say('content · position', '内容 · 位置'),
    positionContent: say('position · content', '位置 · 内容'),
    positionPosition: say('position · position', '位置 · 位置'),
  },
  labels: {
    largest: (name: Bilingual) => say(`${name.en}, largest`, `${name.zh}，最大值`),
  },
  explain: (found: readonly number[]) => {
    const [content, forth, back, none] = found.map(short)
    return say(
      `Largest values of the four terms: ${content}, ${forth}, ${back}, and ${none} for position · position. Three terms of similar size remain: hence the 3 in √(3d).`,
      `四项的最大值：前三项为 ${content}、${forth}、${back}，“位置 · 位置”则是 ${none}。留下大小相当的三项，√(3d) 里的 3 就是这么来的。`,
    )
  },
}

export const commonest = {
  text: say(
    'Where does position enter the twenty-two models most often, the mask aside?',
    '掩码不算，位置最常从哪里进入这二十二个模型？',
  ),
  answers: {
    embed: say('At the embedding (a vector is added)', '词嵌入（加一个向量）'),
    rotate: say('In queries and keys (rotation)', '查询和键（旋转）'),
    bias: say('In the score (a bias is added)', '得分（加一个偏置）'),
  },
  explain: ({ counts, all }: { counts: readonly number[]; all: number }) => {
    const [embed, rotate, bias] = counts
    return say(
      `Of ${all} models, ${rotate} rotate, ${embed} add a vector to the embedding, and ${bias} add a bias. Sorted by year, added vectors came first.`,
      `${all} 个模型里，${rotate} 个用旋转，${embed} 个在词嵌入上加向量，${bias} 个加偏置。按年份排列，先有的是相加的向量。`,
    )
  },
}
