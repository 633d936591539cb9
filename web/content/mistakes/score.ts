// Mistakes about the score itself: its shape, its scale, and which of its terms know a distance.

import { say } from '../bilingual.js'
import type { Candidate } from './candidate.js'
import { list } from './numbers.js'

export const outerProduct = {
  id: 'score-outer-product',
  title: say('The score as an outer product', '把得分写成外积'),
  claim: say(
    'With tokens as rows, the score is the transpose of (x_i + p_i)W_Q times (x_j + p_j)W_K.',
    '词元按行书写时，得分是 (x_i + p_i)W_Q 的转置乘以 (x_j + p_j)W_K。',
  ),
  right: say(
    'The transpose of a row times a row is a d × d matrix. With row vectors, transpose the second factor, and divide by √d.',
    '行向量的转置乘行向量是 d × d 矩阵。按行书写时应转置第二个因子，并除以 √d。',
  ),
  formula: String.raw`\bigl((x_i + p_i) W_Q\bigr)^{\top} \bigl((x_j + p_j) W_K\bigr)`,
  rightFormula: String.raw`\frac{(x_i + p_i) W_Q W_K^{\top} (x_j + p_j)^{\top}}{\sqrt{d}}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `With one channel it cannot be seen; with two, the result is ${got.length} numbers, ${list(got)}, but the score is one number, ${list(wanted)}.`,
      `只有一个通道时看不出来；两个通道时得到 ${got.length} 个数 ${list(got)}，而得分是一个数 ${list(wanted)}。`,
    ),
}

export const missingScale = {
  id: 'score-without-scale',
  title: say('The score without 1/√d', '得分漏掉 1/√d'),
  claim: say('The score of a query and a key is their dot product.', '查询与键的得分就是它们的点积。'),
  right: say(
    'In the original Transformer it is the dot product divided by √d, where d is the head dimension (T5 is an exception).',
    '在原始 Transformer 里，得分是点积除以 √d，d 是头维度（T5 是例外）。',
  ),
  formula: String.raw`s_{ij} = q_i \cdot k_j`,
  rightFormula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d}}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `For d ≥ 2 it is too large: ${list(got)} instead of ${list(wanted)}.`,
      `d ≥ 2 时偏大：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}

export const scaleIsWidth = {
  id: 'score-scale-is-width',
  title: say('Division by d instead of √d', '除以 d 而不是 √d'),
  claim: say('The dot product is divided by d_k.', '点积除以 d_k。'),
  right: say(
    'The scale is 1/√d_k: if channels are independent, the standard deviation of the dot product grows like √d_k, and this keeps it constant.',
    '缩放是 1/√d_k：各通道独立时点积的标准差随 √d_k 增长，除以它才能保持不变。',
  ),
  formula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{d_k}`,
  rightFormula: String.raw`s_{ij} = \frac{q_i \cdot k_j}{\sqrt{d_k}}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `For d ≥ 2 it is too small: ${list(got)} instead of ${list(wanted)}.`,
      `d ≥ 2 时偏小：得到 ${list(got)}，应为 ${list(wanted)}。`,
    ),
}

export const absoluteTerms = {
  id: 'score-absolute-terms',
  title: say('Terms of an absolute encoding called relative', '把绝对编码的展开项当作相对项'),
  claim: say(
    'Multiplied out, a score with absolute position vectors has one content term and three relative terms.',
    '把绝对位置向量的得分展开，除内容项之外，其余三项都是相对项。',
  ),
  right: say(
    'With absolute p_i and p_j between learned projections all three depend on i and j, not on j − i alone. They become relative only if they are rewritten, as in Transformer-XL and DeBERTa.',
    'p_i 与 p_j 是绝对的，中间又隔着学得的投影，所以三项都取决于 i 与 j，而不只是 j − i。像 Transformer-XL 和 DeBERTa 那样改写之后，才是相对项。',
  ),
  formula: String.raw`x_i W p_j^{\top},\; p_i W x_j^{\top},\; p_i W p_j^{\top} \text{ depend on } j - i`,
  rightFormula: String.raw`x_i W p_j^{\top} = f(x_i, j), \quad p_i W x_j^{\top} = g(i, x_j), \quad p_i W p_j^{\top} = h(i, j), \qquad W = \tfrac{1}{\sqrt{d}} W_Q W_K^{\top}`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `One position later, the same two tokens have the terms ${list(wanted)}, not ${list(got)}.`,
      `同样两个词元后移一个位置，三项就是 ${list(wanted)}，不再是 ${list(got)}。`,
    ),
}

export const orderBlind = {
  id: 'order-blind',
  title: say('“The original Transformer ignores order”', '认为原始 Transformer 不管次序'),
  claim: say(
    'The original Transformer cannot model the order of its tokens.',
    '原始 Transformer 无法建模词元的次序。',
  ),
  right: say(
    'Attention alone, without a causal mask, cannot. But the original Transformer adds sinusoidal vectors to the embeddings, so order matters.',
    '单凭注意力，又没有因果掩码，确实不能。但原始 Transformer 把正弦向量加到词嵌入上，次序就有了影响。',
  ),
  formula: String.raw`\operatorname{output}(x_{\pi(0)}, x_{\pi(1)}, x_2) = \operatorname{output}(x_0, x_1, x_2)`,
  rightFormula: String.raw`\operatorname{output}(x_0 + p_0,\, x_1 + p_1,\, x_2 + p_2) \neq \operatorname{output}(x_1 + p_0,\, x_0 + p_1,\, x_2 + p_2)`,
  sentence: ({ got, wanted }: Candidate) =>
    say(
      `Swap the first two tokens: the output of the last becomes ${list(wanted)}, not ${list(got)}.`,
      `交换前两个词元后，最后一个词元的输出从 ${list(got)} 变为 ${list(wanted)}。`,
    ),
}
