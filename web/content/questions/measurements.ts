// Questions about measurements of long texts: what a curve of losses shows, and what it does not.

import { say } from '../bilingual.js'
import { short } from '../format.js'

export const flatCurve = {
  text: say(
    'A model predicts each token from the last 64 tokens and sees nothing before them. The same text is read in pieces of 64 tokens, then of 512. What happens to the mean loss?',
    '一个模型只用最近 64 个词元来预测下一个，更早的都看不见。同一段文本，先切成 64 个词元的片段来读，再切成 512 个的。平均损失会怎样？',
  ),
  answers: {
    stays: say('It stays: the model sees no further.', '不变：模型看得并不更远。'),
    falls: say('It falls.', '下降。'),
    rises: say('It rises: the pieces are too long.', '上升：片段太长了。'),
  },
  labels: {
    short: say('Pieces of 64: mean loss, in nats per token', '64 个一段：平均损失（nat/词元）'),
    long: say('Pieces of 512: mean loss', '512 个一段：平均损失'),
    shortSeen: say('Pieces of 64: tokens seen on average', '64 个一段：平均看见的词元数'),
    longSeen: say('Pieces of 512: tokens seen on average', '512 个一段：平均看见的词元数'),
  },
  explain: (found: Record<'short' | 'long' | 'shortSeen' | 'longSeen', number>) =>
    say(
      `It falls from ${short(found.short)} to ${short(found.long)}, although nothing further back than 64 is used: in longer pieces a smaller share of tokens has little before it, and ${short(found.longSeen)} tokens are seen on average instead of ${short(found.shortSeen)}. A low curve such as ALiBi’s therefore proves little; cut the text to its last 64 tokens and compare.`,
      `从 ${short(found.short)} 降到 ${short(found.long)}，尽管 64 个词元以外的内容都没有用上：片段越长，前面没什么可看的词元所占比例越小，平均看见的词元从 ${short(found.shortSeen)} 个变成 ${short(found.longSeen)} 个。所以像 ALiBi 那样的低曲线说明不了多少；要把文本截短到最后 64 个词元，再比较。`,
    ),
}

export const decidingTest = {
  text: say(
    'Two models predict a token from the mean of those they see: one sees all earlier tokens, the other the last 64. Which measurement tells them apart?',
    '两个模型都用看得见的词元的平均来预测下一个：一个看得见前面的全部，另一个只看得见最近 64 个。哪种测量能把它们区分开？',
  ),
  answers: {
    curve: say(
      'Whether the mean loss falls from texts of 64 tokens to texts of 512.',
      '文本从 64 个词元到 512 个，平均损失是否下降。',
    ),
    start: say('The loss of the first 64 tokens.', '最初 64 个词元的损失。'),
    cut: say(
      'Whether the loss changes when the text is cut to the last 64 tokens.',
      '把文本截短到最后 64 个词元，损失是否改变。',
    ),
  },
  labels: {
    nearFall: say('Last 64: fall of the mean loss from 64 to 512', '只看 64 个：平均损失从 64 到 512 的下降'),
    farFall: say('All: fall of the mean loss from 64 to 512', '全看：平均损失从 64 到 512 的下降'),
    start: say('Difference of their losses of the first 64 tokens', '两者在最初 64 个词元上的损失之差'),
    nearCut: say('Last 64: rise of the loss when the text is cut', '只看 64 个：截短后损失的上升'),
    farCut: say('All: rise of the loss when the text is cut', '全看：截短后损失的上升'),
  },
  explain: (found: Record<'nearFall' | 'farFall' | 'nearCut' | 'farCut', number>) =>
    say(
      `Both curves fall, by ${short(found.nearFall)} and ${short(found.farFall)} nats, since in longer texts fewer tokens have little before them. Cut the text, and the loss rises by ${short(found.farCut)} for the model that uses all of it, and by ${short(found.nearCut)} for the other: only such a difference shows that distant tokens are used.`,
      `两条曲线都下降，分别降 ${short(found.nearFall)} 和 ${short(found.farFall)} nat，因为文本越长，前面没什么可看的词元所占比例越小。截短之后，用到全文的模型损失上升 ${short(found.farCut)}，另一个上升 ${short(found.nearCut)}：只有这样的差别才说明远处的词元被用到了。`,
    ),
}
