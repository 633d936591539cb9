import { say } from '../bilingual.js'
import { ask, chapter, lead, stage, step } from './section.js'

const t = String.raw

export const longer = chapter(
  'longer',
  {
    short: say('Longer', '更长'),
    title: say('What happens beyond the training length?', '超出训练长度会怎样？'),
  },
  stage(
    'extrapolation',
    say(
      t`Small models, trained on 64 characters at a time, with the same data, size and number of steps. A dial: how far one pair of channels rotates within 64 positions; dotted, within 512.`,
      t`几个小模型，每次用 64 个字符训练，数据、规模、步数相同。表盘：一对通道在 64 个位置内转的圈数，虚线是 512 个位置内的。`,
    ),
    ask('longer-loss', { view: 'dials', cut: false }, { view: 'loss', cut: false }),
    step(
      { view: 'loss', cut: false },
      t`At 64 characters the losses lie between 1.57 and 1.64 nats per character. At 512: RoPE 4.05, close to guessing among 65 characters (4.17); T5 2.98 (its buckets from distance 67 on were never trained); ALiBi 1.60. For the table there is nothing to compute.`,
      t`长度为 64 时，各个损失在每字符 1.57 到 1.64 nat 之间。到 512：RoPE 4.05，与在 65 个字符里瞎猜（4.17）差不多；T5 2.98（距离 67 起的桶从未训练过）；ALiBi 1.60。可学习的表无从计算。`,
    ),
    step(
      { view: 'dials' },
      t`Look at RoPE’s pairs. Within 64 positions, 11 of 16 complete no rotation. At larger distances they reach angles that training never produced. The formula is defined there; the model was never trained there.`,
      t`看 RoPE 的各对。在 64 个位置之内，16 对里有 11 对转不满一圈。距离更大时，它们转到训练中从未有过的角度。公式在那里有定义，模型却没有在那里训练过。`,
    ),
    step(
      { view: 'loss', cut: false },
      t`Larger models fail the same way, later (not drawn). <a href="https://arxiv.org/abs/2108.12409">Press et al. 2021</a>, trained on 512 tokens, read 2,512; perplexity: sinusoidal 20.05 → 132.41, rotary 20.07 → 31.58, T5 19.65 → 20.41, ALiBi 19.73 → 18.41.`,
      t`更大的模型也一样，只是晚些；图中没有画出：<a href="https://arxiv.org/abs/2108.12409">Press 等 2021</a> 用 512 个词元训练，读 2,512 个；困惑度：正弦 20.05 → 132.41，旋转 20.07 → 31.58，T5 19.65 → 20.41，ALiBi 19.73 → 18.41。`,
    ),
    step(
      { view: 'loss', cut: true },
      t`Does ALiBi use the longer text? Cut it: let each prediction see at most the last 64 characters. At 512 its loss is still 1.60: the rest brought nothing, though its gentlest head attends mostly there. With the cut T5 has 1.58, RoPE 1.52. Uncut, ALiBi’s curve falls because in longer texts a smaller share of characters stands near the start (Press et al. found the same). A flat curve proves little: cut the text, or ask for a fact from its beginning.`,
      t`ALiBi 用得上更长的文本吗？把文本截短：每次预测至多看最近 64 个字符。到 512，它的损失还是 1.60：截掉的部分什么也没带来，虽然它最平缓的头大半注意力都在那里。截短之后 T5 是 1.58，RoPE 是 1.52。不截时 ALiBi 的曲线下降，是因为文本越长，靠近开头、前面几乎没有内容的字符所占的比例越小（Press 等也发现了这一点）。曲线平说明不了什么；要么把文本截短，要么问一件开头说过的事，才见分晓。`,
    ),
    step(
      { view: 'scaled', cut: true, scaling: 'yarn', factor: 4, length: '256' },
      t`Change only RoPE’s frequencies, without further training, for texts s = 4 times as long. <em>Linear</em> divides all by s (Chen et al. 2023): neighbours move closer, and even at 64 the loss is 4.11. <em>NTK-aware</em> keeps the fastest pair, and the slowest is divided by s: 2.64 at 256. <em>YaRN</em> (Peng et al. 2023) keeps pairs that rotate often within the training length; those that complete no rotation are divided by s; and it sharpens the scores: 1.85 at 256. <a href="stretching/">All methods</a>.`,
      t`只改 RoPE 的频率，不再训练，去读 s = 4 倍长的文本。<em>线性</em>全都除以 s（Chen 等 2023）：相邻位置挤近了，长度 64 处的损失就已是 4.11。<em>NTK-aware</em> 不动最快的一对，最慢的除以 s：256 处 2.64。<em>YaRN</em>（Peng 等 2023）不动在训练长度内转很多圈的对，不足一圈的除以 s，再让得分更尖锐：256 处 1.85。<a href="zh/stretching/">所有方法</a>。`,
    ),
    step(
      { view: 'loss', cut: false, scaling: 'none', length: '512' },
      t`Or prepare in training: draw positions at random from a longer range (<a href="https://arxiv.org/abs/2305.16843">Ruoss et al. 2023</a>), or train on longer texts. A larger model alone does not help (Anil et al. 2022). <a href="generating/">Caches have positions, too</a>.`,
      t`也可以在训练时就准备：从更长的范围里随机抽取位置（<a href="https://arxiv.org/abs/2305.16843">Ruoss 等 2023</a>），或者用更长的文本训练。只把模型做大没有用（Anil 等 2022）。<a href="zh/generating/">缓存里的键也有位置</a>。`,
    ),
    lead(
      t`<b>What remains.</b> Results depend on task, size and seed. Try yours.`,
      t`<b>还差一步。</b>结果取决于任务、规模和种子。试试你自己的。`,
    ),
  ),
)
