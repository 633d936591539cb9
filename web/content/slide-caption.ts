// Caption of <wf-slide>, the first figure of the article.

import { say } from './bilingual.js'

export const slideCaption = say(
  'Two models of 0.1 million weights, trained for this figure on the same plays, in the same order, from the same start; they differ in the position encoding alone. Each row of a map is a character and shows which earlier characters it looks at; of each model you see the head that looks most at the character before. The largest change is that of any weight of any head since position 0; the loss is the mean over the characters after the first, at position 0 and here. Training puts every text at positions 0 to 63: rows 64 to 127 of the learned table are rows that training never touched. Within the trained rows the map changes too, since each row is learned by itself. The rotation sees only distances, and what changes there is rounding.',
  '两个模型各有 10 万个权重，专为本图训练：剧本相同，次序相同，初值相同，只有位置编码不同。图中每一行是一个字符，显示它看哪些前文字符；两边画的都是最关注前一个字符的那个头。最大变化是所有头的所有权重与位置 0 相比变化最大的那个；损失是第一个字符之后各字符的平均值，箭头前后分别为位置 0 与此处。训练时文本总在位置 0 至 63：可学习的表的第 64 至 127 行，训练从未碰过。即使在训练过的行之内，图也会变，因为每一行是各自学到的。旋转只看距离，那里的变化只是舍入误差。',
)
