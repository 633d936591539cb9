import { figure, formula, list, paragraph, section } from '../article/section.js'
import { say } from '../bilingual.js'
import { page } from './page.js'

const t = String.raw

export const generating = page(
  'generating',
  say('Position while generating', '生成时的位置'),
  say(
    t`A model that writes keeps the keys and values of earlier tokens, the key–value cache, so that each new token costs one query. What in that cache depends on position?`,
    t`写文本的模型会留着前面词元的键和值，也就是键值缓存，这样每个新词元只需一个查询。这个缓存里有什么取决于位置？`,
  ),
  section(
    'cached',
    say('What the cache contains', '缓存里有什么'),
    list(
      say(
        t`<b>Added vectors</b> (sinusoidal, learned): position is in keys and values alike.`,
        t`<b>相加的向量</b>（正弦、可学习）：键和值里都有位置。`,
      ),
      say(
        t`<b>RoPE</b>: position is in the keys, if they were rotated before they were stored, and not directly in the values.`,
        t`<b>RoPE</b>：如果先旋转再存，位置就在键里；值里没有直接加入的位置。`,
      ),
      say(
        t`<b>A bias</b> (ALiBi, T5): directly it is in neither. The bias is computed when the query arrives.`,
        t`<b>偏置</b>（ALiBi、T5）：键和值里都没有直接加入的位置，查询到来时才算偏置。`,
      ),
      say(
        t`<b>Shaw’s vectors</b>: they, too, are added when they are read, to keys and to values, by clipped distance.`,
        t`<b>Shaw 的向量</b>：也是读取时才加，按截断后的距离加到键和值上。`,
      ),
    ),
    paragraph(
      t`“Directly”: keys and values of deeper layers are computed from the outputs of earlier ones, and these can carry position, whatever the encoding.`,
      t`说“直接”，是因为不管用哪种编码，更深的层的键和值都由前面各层的输出算出，而这些输出可以带着位置。`,
    ),
    paragraph(
      t`Rotated before it is stored, a key is rotated once. Stored before rotation, every key is rotated again at every step, in the same memory; in return it can be given another position or another frequency at any time.`,
      t`先旋转再存，每个键只转一次。存旋转之前的键，占的内存一样多，但每一步都要把所有的键再转一遍；好处是随时可以换位置、换频率。`,
    ),
    figure(
      'cache',
      t`Each row of cells is a cache; beside the attention weights that it yields are those of a model that computes everything anew.`,
      t`每一行格子是一份缓存；它给出的注意力权重旁边，是把一切重新算过的结果。`,
      'operation=keep',
    ),
  ),
  section(
    'next-position',
    say('The next position', '下一个位置'),
    paragraph(
      t`The next token’s position is the number of real tokens before it, not the length of the padded row. Padding on the left must be masked and must not be counted: position ids are the running sum of the attention mask, minus one. For the padding itself that gives −1; any valid number may stand there instead (in transformers 1), since padding is masked.`,
      t`下一个词元的位置是它前面真实词元的个数，不是填充之后那一行的长度。左侧的填充必须用掩码遮住，也不能计数：位置编号是注意力掩码的累加和减一。填充自己会得到 −1，换成任何有效的编号都行（transformers 取 1），反正填充已被遮住。`,
    ),
    formula(
      t`\position{p_t} = \sum_{s \le t} a_s - 1`,
      'The position of token t is the number of tokens up to and including it that the attention mask a lets through, minus one.',
      '词元 t 的位置，等于到它为止（含它）注意力掩码 a 放行的词元个数减一。',
    ),
    paragraph(
      t`Get this wrong, and a learned table reads the wrong rows and ends too early; sinusoidal vectors are wrong as well. RoPE, ALiBi and T5 forgive a constant offset; they do not forgive one that differs between prompt and continuation.`,
      t`算错了，可学习的表就读错行，也提前到头；正弦向量同样会错。处处相同的偏移对 RoPE、ALiBi 和 T5 没有影响；提示与续写的偏移不同，就有影响了。`,
    ),
  ),
  section(
    'dropping',
    say('Dropping old tokens', '丢掉旧词元'),
    paragraph(
      t`A full cache drops its oldest entries. Keep the position ids of the rest, and all distances stay right; under RoPE or ALiBi nothing else is needed. But if the first tokens are kept, as attention sinks, their distance grows without end: under RoPE beyond the trained range, while ALiBi penalises them ever more. StreamingLLM (<a href="https://arxiv.org/abs/2309.17453">Xiao et al. 2023</a>) therefore renumbers by index in the cache: it stores keys before rotation and rotates them at every step.`,
      t`缓存满了，就丢掉最旧的几项。其余的保留原来的位置编号，所有距离就仍然正确；用 RoPE 或 ALiBi 时不必再做别的。可是如果留下最前面的词元作为注意力汇（attention sink），它们的距离会无止境地增大：RoPE 会超出训练过的范围，ALiBi 则罚得越来越重。StreamingLLM（<a href="https://arxiv.org/abs/2309.17453">Xiao 等 2023</a>）因此按缓存里的下标重新编号：存旋转之前的键，每一步再旋转。`,
    ),
    paragraph(
      t`A rotated key can be renumbered as well, by rotating it once more: $R_{-3}\,R_{10} = R_7$. After n evictions only the keys of the window need $R_{-n}$; the sinks keep their positions. A learned table cannot be renumbered: the old row is inside every key and value of every layer, and only recomputing removes it.`,
      t`旋转过的键也可以重新编号：再旋转一次即可，$R_{-3}\,R_{10} = R_7$。逐出 n 个之后，只有窗口里的键要乘 $R_{-n}$，注意力汇的位置不变。可学习的表不行：旧的那一行已在每一层的每个键和值里，只有重新计算才能去掉。`,
    ),
    paragraph(
      t`Drop the first tokens altogether, and the loss of many models jumps: their heads use those tokens to attend to nothing in particular.`,
      t`如果把最前面的词元全丢掉，许多模型的损失会猛然上升：它们的头要靠这些词元来表示“什么都不特别关注”。`,
    ),
  ),
  section(
    'changing-frequencies',
    say('Changing the frequencies', '改变频率'),
    paragraph(
      t`Dynamic NTK chooses its base by the current length. Keys that were rotated and stored earlier keep the old angles; a query rotated with the new ones meets them at a wrong angle, and the score no longer depends on the distance alone. Store keys unrotated, rotate them anew, or fix the length before you begin. LongRoPE has the same problem once, where it changes from its short to its long factors. Linear scaling, YaRN with a fixed factor and Llama 3’s rule do not.`,
      t`动态 NTK 按当前长度选底数。先前旋转好、存下来的键还是旧角度，按新角度旋转的查询与它们相遇，夹角就错了，得分不再只取决于距离。要么存旋转之前的键，要么重新旋转，要么一开始就定好长度。LongRoPE 从短系数换到长系数时，也会遇到一次同样的问题。线性缩放、因子固定的 YaRN 和 Llama 3 的规则没有这个问题。`,
    ),
  ),
  section(
    'compressed',
    say('Compressed caches', '压缩的缓存'),
    paragraph(
      t`DeepSeek-V2’s latent attention (<a href="https://arxiv.org/abs/2405.04434">2024</a>) stores one short vector per token, from which the keys and values of all heads follow. The matrix that makes keys of it, $W^{\mathrm{UK}}$, is absorbed into the queries’, $W^Q$, so that no key is ever computed. A rotation between the two, another one for each token, would prevent that: all keys would have to be recomputed at every step. So position travels apart: 64 rotated channels per token and layer, shared by all heads, are stored beside it.`,
      t`DeepSeek-V2 的潜在注意力（<a href="https://arxiv.org/abs/2405.04434">2024</a>）为每个词元只存一个短向量，所有头的键和值都由它而来。由它生成键的矩阵 $W^{\mathrm{UK}}$ 预先并进了查询的矩阵 $W^Q$，所以根本不用算出键。如果两者之间夹着旋转，每个词元的旋转又各不相同，就并不进去了：每一步都得重算所有的键。所以位置单独存放：每个词元、每一层另存 64 个旋转过的通道，由所有头共用。`,
    ),
  ),
)
