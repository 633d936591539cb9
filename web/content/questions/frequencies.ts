// Questions about RoPE's frequencies: one by one, within the training length, and added up over all pairs.

import { type Bilingual, say } from '../bilingual.js'
import { short } from '../format.js'

export const ownFactors = {
  text: say(
    'RoPE shall be scaled for texts 4 times as long. A search found by what to divide the frequencies of its pairs of channels: pairs 0 to 4 by 1, pairs 5 to 9 by 2, pairs 10 to 15 by 4. Which method can do that?',
    '要为 4 倍长的文本缩放 RoPE。搜索得到各对频率的除数：第 0 至 4 对除以 1，第 5 至 9 对除以 2，第 10 至 15 对除以 4。哪种方法做得到？',
  ),
  answers: {
    linear: say('Linear interpolation', '线性插值'),
    ntk: say('NTK-aware', 'NTK-aware'),
    yarn: say('YaRN', 'YaRN'),
    longrope: say('LongRoPE', 'LongRoPE'),
  },
  labels: {
    differing: (name: Bilingual) =>
      say(
        `${name.en}: pairs divided by something else (columns: divisor of each pair)`,
        `${name.zh}：除数不同的有几对（柱：每一对的除数）`,
      ),
  },
  explain: ({ linear, ntk, yarn, longrope }: Record<'linear' | 'ntk' | 'yarn' | 'longrope', number>) =>
    say(
      `LongRoPE has one factor per pair, so it can (${short(longrope)} pairs differ); the others follow a rule: linear interpolation (${short(linear)} differ), NTK-aware (${short(ntk)}), YaRN (${short(yarn)}). LongRoPE’s search asks only that no pair gets a smaller factor than a faster one. Its second idea concerns tokens: the positions of the first few are not stretched at all.`,
      `LongRoPE 每一对有自己的系数，所以做得到（${short(longrope)} 对不同）；其余的都按规则：线性插值（${short(linear)} 对不同）、NTK-aware（${short(ntk)} 对）、YaRN（${short(yarn)} 对）。LongRoPE 的搜索只要求：任何一对的系数都不小于更快的对。它的第二个想法关于词元：最前面几个词元的位置完全不拉伸。`,
    ),
}

export const unfinished = {
  text: say(
    'A RoPE model has head dimension 32, base 10,000 and training length 64. How many of its 16 pairs of channels never complete a full rotation in training?',
    '一个 RoPE 模型的头维度是 32，底数 10,000，训练长度 64。它的 16 对通道里，有几对在训练中一整圈也没转完？',
  ),
  labels: {
    count: say(
      'Pairs without a full rotation within 64 positions (columns: rotations of each pair, at most one)',
      '64 个位置之内没转满一圈的对数（柱：每一对的圈数，一圈为满）',
    ),
    fastest: say('Fastest pair: wavelength in positions', '最快的一对：波长（位置数）'),
    slowest: say('Slowest pair: wavelength in positions', '最慢的一对：波长（位置数）'),
    seen: say('Slowest pair: share of a rotation within 64 positions', '最慢的一对：64 个位置之内转过的圈数'),
  },
  explain: ({ count, fastest, slowest, seen }: Record<'count' | 'fastest' | 'slowest' | 'seen', number>) =>
    say(
      `Wavelengths grow from ${short(fastest)} positions to ${short(slowest)}, of which 64 positions are ${short(seen)} of a rotation. In a longer text these ${count} pairs reach angles that training never produced, although the formula holds everywhere.`,
      `波长从 ${short(fastest)} 个位置增加到 ${short(slowest)} 个，最慢的一对在 64 个位置之内只转 ${short(seen)} 圈。文本更长时，这 ${count} 对会转到训练中从未出现过的角度，尽管公式处处成立。`,
    ),
}

export const firstRise = {
  text: say(
    'Query and key are both 128 ones, under RoPE with base 10,000. The key moves away one position at a time. At which distance does their score rise for the first time?',
    '查询和键都是 128 个 1，用底数 10,000 的 RoPE。键一次移远一个位置。到哪个距离，它们的得分第一次上升？',
  ),
  answers: {
    early: say('At distance 12.', '到距离 12。'),
    dimension: say('At distance 128, the head dimension.', '到距离 128，即头维度。'),
    never: say('At none: RoPE’s scores decay with distance.', '不会上升：RoPE 的得分随距离衰减。'),
  },
  labels: {
    first: say(
      'First rise, at distance (columns: scores at distances 0 to 63)',
      '第一次上升的距离（柱：距离 0 到 63 的得分）',
    ),
    rise: say(
      'By how much it rises there, as a share of the score at distance 0',
      '在那里上升多少（占距离 0 处得分的比例）',
    ),
    rises: say(
      'Rises by more than 0.0001 of it within 512 distances',
      '512 个距离之内上升超过其 0.0001 的次数',
    ),
  },
  explain: ({ first, rise, rises }: { first: number; rise: number; rises: number }) =>
    say(
      `At ${short(first)}, if only by ${short(rise)} of the score at distance 0, and ${short(rises)} times by more than 0.0001 of it within 512 distances. The score is a sum of 64 cosines that begin together and then drift apart; for vectors that are not alike, even the first fall need not happen.`,
      `到 ${short(first)}，虽然只升了距离 0 处得分的 ${short(rise)}；512 个距离之内，超过 0.0001 的上升共 ${short(rises)} 次。得分是 64 个余弦之和，它们从同一处出发，随后各走各的；若两个向量不相同，连开头的下降也未必有。`,
    ),
}
