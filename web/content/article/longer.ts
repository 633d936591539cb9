import { say } from '../bilingual.js'
import { figure, formula, heading, list, note, paragraph, section } from './section.js'

const t = String.raw

export const longer = section(
  'longer',
  say('Longer than trained', '比训练时更长'),
  paragraph(
    t`A model is trained on texts of one length, its training length, and then reads longer ones. Being able to compute an output is one thing; predicting well is another. A learned table gives no output at all. Waves and rotations do, at every position, and still fail.`,
    t`模型用某个长度的文本训练，这个长度叫上下文；之后却要读更长的文本。算得出来是一回事，算得好是另一回事。可学习的表根本算不出来；波和旋转在任何位置都算得出来，却仍然会失败。`,
  ),
  paragraph(
    t`The reason is not the formula but the training. Beyond the context, slow waves reach angles that no weight has ever met. A bias that falls steadily has no such jump: the next key farther back gets a little less than the last one seen in training.`,
    t`原因不在公式，而在训练。超出上下文之后，慢的波转到了任何权重都没见过的角度。平稳下降的偏置没有这种跳变：再远一步的键得到的，只比训练中见过的最远的键再少一点。`,
  ),
  note(
    t`Paper: <a href="https://arxiv.org/abs/2108.12409">Press et al. 2021</a>, trained on 512 tokens of WikiText-103. Perplexity at 512, 2,512 and 12,512 tokens: rotary 20.07, 31.58, 69.70; ALiBi 19.73, 18.41, 18.31.`,
    t`论文：<a href="https://arxiv.org/abs/2108.12409">Press 等 2021</a>，在 WikiText-103 上以 512 个词元训练。长度为 512、2512、12 512 时的困惑度：旋转位置 20.07、31.58、69.70，ALiBi 19.73、18.41、18.31。`,
  ),
  figure(
    'extrapolation',
    t`Small models, all trained on 64 characters at a time with the same data, size and number of steps; the losses are computed in your browser. The models in the paper are 300 times larger: compare the ranking, not the values.`,
    t`几个小模型，上下文都是 64 个字符，数据、规模、步数相同，在你的浏览器里测得。论文的数字来自大 300 倍的模型：可以比较的是先后次序，不是数值。`,
    'view=loss',
  ),
  paragraph(
    t`One caution about the flat curves. ALiBi does look beyond its context: in the second half of 512 characters its gentlest head gives, layer by layer, 60 to 71 % of its attention to characters 64 or more back. It gains nothing there. With everything before them these characters cost it 1.51 nats each, with at most the last 64 only 1.49. (RoPE loses much by looking: 4.66 and 1.46.) A low loss on long texts does not show that a model remembers their beginning.`,
    t`平坦的曲线要小心解读。ALiBi 其实看得到上下文之外：在 512 个字符的后一半里，它最平缓的头在各层把 60% 到 71% 的注意力给了 64 个字符以前的内容。但它从那里什么也没得到：能看到前面全部内容时，这些字符平均每个 1.51 nat；至多只看最近 64 个字符时，反而是 1.49。（RoPE 看那么远则大受其害：4.66 对 1.46。）长文本上损失低，不说明模型记得开头。`,
  ),
  heading('train-short', 'Train short, test long', '短训练，长测试'),
  paragraph(
    t`A loss hides much; a task with one right answer, such as copying a string or adding two numbers, hides less. Train a small model on short examples, test it on long ones, and count an answer only if every token is right.`,
    t`损失会掩盖很多东西，只有一个正确答案的任务则什么也掩盖不了：复制一串字母，把两个数相加。用短的例子训练一个小模型，用长的来测试，答案的每个词元都对才算对。`,
  ),
  note(
    t`<a href="https://arxiv.org/abs/2305.19466">Kazemnejad et al. 2023</a> find that, on such tasks, decoders without any encoding do best beyond their training length; <a href="https://arxiv.org/abs/2305.16843">Ruoss et al. 2023</a> improve by drawing positions at random from a longer range; <a href="https://arxiv.org/abs/2402.09371">Zhou et al. 2024</a> add numbers 2.5 times as long as in training, and report how much results vary between seeds. Their models are larger and trained longer.`,
    t`<a href="https://arxiv.org/abs/2305.19466">Kazemnejad 等 2023</a> 发现，在训练长度之外，完全不用编码的解码器表现最好；<a href="https://arxiv.org/abs/2305.16843">Ruoss 等 2023</a> 从更长的范围里随机抽取位置，因而有所提高；<a href="https://arxiv.org/abs/2402.09371">Zhou 等 2024</a> 能做训练长度 2.5 倍的加法，并报告了种子之间的差别有多大。他们的模型更大，训练更久。`,
  ),
  paragraph(
    t`Below, each encoding was trained several times, and only the seed differs: the initial weights and the examples drawn. Look at the thin lines before the thick one. Where the seeds of one encoding differ widely, a single run says nothing, and neither does a paper that reports a single run.`,
    t`下图中每种编码都训练了几次，区别只在种子：初始权重和抽到的例子。先看细线，再看粗线。同一种编码的各个种子相差很远时，只跑一次什么也说明不了；只跑了一次的论文也是如此。`,
  ),
  figure(
    'lengths',
    t`Two-layer models, trained from scratch. Press the button and your browser trains its own in the background; they are stored in this browser and drawn beside the recorded runs.`,
    t`两层的小模型，从零开始训练。按下按钮，你的浏览器就在后台训练自己的模型；结果保存在这个浏览器里，与已记录的并排显示。`,
  ),
  heading('scaling', 'Stretching a rotation', '拉伸旋转'),
  paragraph(
    t`A rotary model can be adapted to longer texts after training by changing its frequencies. Let the text be s times as long as the training length. The methods differ in which pairs they slow down.`,
    t`旋转位置的模型可以在训练之后通过改变频率来拉长。设文本是上下文的 s 倍，各种方法的区别在于让哪些对转得更慢。`,
  ),
  list(
    say(
      t`<b>Linear (position interpolation)</b> divides every frequency by s. All angles are familiar again, but neighbouring positions are s times closer and harder to tell apart.`,
      t`<b>线性（位置插值，PI）</b>让每一对都慢 s 倍。所有角度又都是见过的了，但相邻位置挤近了 s 倍，难以分辨。`,
    ),
    say(
      t`<b>NTK-aware</b> raises the base instead. The fastest pair keeps its frequency, that of the slowest is divided by s, and the others lie between.`,
      t`<b>NTK-aware</b> 改为增大底数：快的对速度不变，最慢的慢 s 倍，其余介于两者之间。`,
    ),
    say(
      t`<b>Dynamic NTK</b> does so for the current length of the text, so short texts are unaffected. Keys that were rotated and cached before the text grew have the old angles; they have to be rotated anew.`,
      t`<b>动态 NTK</b> 按当前文本的长度来做，短文本因此不受影响。文本变长之前旋转好的键还是旧角度，缓存不能沿用它们。`,
    ),
    say(
      t`<b>YaRN</b> counts how often each pair rotates within the training length: more than 32 times, it stays as it is; less than once, its frequency is divided by s; between, the two are blended. A temperature also sharpens the attention.`,
      t`<b>YaRN</b> 看每一对在上下文里转了多少圈：超过 32 圈的不动，不足一圈的慢 s 倍，其间按比例混合；同时用一个温度让得分更尖锐。`,
    ),
    say(
      t`<b>LongRoPE</b> searches for one factor per pair, and for a number of first tokens whose positions stay unscaled; <b>Llama 3</b> blends as YaRN does, with other limits.`,
      t`<b>LongRoPE</b> 为每一对搜索一个系数；<b>Llama 3</b> 与 YaRN 相似，也是混合，只是两端取得不同。`,
    ),
  ),
  formula(
    t`\omega_i' = (1 - r_i)\,\omega_i + r_i\,\frac{\omega_i}{s}, \qquad \lambda_i = \frac{2\pi}{\omega_i}`,
    'YaRN’s new frequency of pair i is a weighted mean: one minus r times the old frequency, plus r times the old frequency divided by s; r is 0 for fast pairs and 1 for slow ones. The wavelength lambda is two pi over the frequency.',
    'YaRN 中第 i 对的新频率是混合：旧频率占 1 − r，旧频率的 s 分之一占 r；快的对 r 为 0，慢的对 r 为 1。波长 λ 等于 2π 除以频率。',
  ),
  formula(
    t`\content{q}' = (0.1 \ln s + 1)\,\content{q}, \qquad \content{k}' = (0.1 \ln s + 1)\,\content{k}`,
    'YaRN’s temperature: query and key are multiplied by a tenth of the logarithm of s, plus one, each. At s = 4 that is 1.139, so the scores grow by its square, 1.296.',
    'YaRN 的温度：查询和键各乘以 s 的自然对数的十分之一加 1。s = 4 时是 1.139，得分于是乘以它的平方 1.296。',
  ),
  note(
    t`<a href="https://arxiv.org/abs/2306.15595">Position interpolation</a> and <a href="https://arxiv.org/abs/2309.00071">YaRN</a>, 2023; <a href="https://arxiv.org/abs/2402.13753">LongRoPE</a>, 2024. NTK-aware and dynamic NTK were proposed for use without fine-tuning; the others are usually fine-tuned or, as in Llama 3.1, part of training.`,
    t`<a href="https://arxiv.org/abs/2306.15595">位置插值</a>与 <a href="https://arxiv.org/abs/2309.00071">YaRN</a>，2023；<a href="https://arxiv.org/abs/2402.13753">LongRoPE</a>，2024。除动态 NTK 外，通常还要再微调。`,
  ),
  figure(
    'scaling',
    t`Each mark is the wavelength of one pair; the lower line is the training length. Pairs above it made no full rotation in training; on longer texts they reach new angles.`,
    t`每个标记是一对通道的波长，下面那条横线是训练长度。按训练时的样子，在它以上的对从未转满一圈，遇到陌生角度的正是它们。`,
    'view=wavelengths',
  ),
  paragraph(
    t`What helps, then? A bias that falls with distance (against a rising loss, not for remembering), a rescaled rotation, positions drawn at random in training, and training on longer texts. A larger model alone does not help (Anil et al. 2022).`,
    t`那么什么有用？随距离变淡的偏置、拉伸过的旋转、训练时随机抽取的位置，还有用更长的文本来训练。把模型做大不在其列，尽管常有文章这样写。`,
  ),
)
