// The words of <wf-slide>, which is also the first figure of the article.

import { say } from './bilingual.js'

export const slideLook = say(
  'Slide the line of text along the positions. One attention map stays as it is; the other falls apart.',
  '让这行字沿位置滑动：一张注意力图纹丝不动，另一张面目全非。',
)

export const slideCaption = say(
  'Each row is a character; strong cells are the earlier characters it attends to. Two models, 0.1 million parameters each, trained on the same plays in the same order. Only the position encoding differs. “Map changed by”: the largest change of any attention weight since position 0. “Loss”: nats per character.',
  '每一行是一个字符，颜色重的格子是它关注的前文字符。两个模型各有 10 万个参数，用同样的剧本、按同样的次序训练，只有位置编码不同。“图的变化”：与位置 0 相比，变化最大的那个注意力权重变了多少。“损失”：每个字符多少 nat。',
)

/** Stands behind “More”. */
export const slideDetails = say(
  'Both models start from the same weights. For each you see the head that attends most to the previous character; its cells grow stronger with the square root of the weight. The loss is the mean over the characters after the first, at position 0 and here. In training every text was at positions 0 to 63, so rows 64 to 127 of the learned table were never trained. Within the trained rows the map changes too, since each row was learned separately. RoPE depends only on distances; any change there is rounding.',
  '两个模型的初值相同。两边画的都是最关注前一个字符的那个头，格子的深浅随权重的平方根变化。损失是第一个字符之后各字符的平均值，箭头前后分别为位置 0 与此处。训练时文本总在位置 0 至 63：可学习的表的第 64 至 127 行从未训练过。即使在训练过的行之内，图也会变，因为每一行是各自学到的。RoPE 只取决于距离，它的变化只是舍入误差。',
)
