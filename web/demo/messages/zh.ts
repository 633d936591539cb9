import type { Messages } from './en.js'

export const zh: Messages = {
  gap: '',
  title: 'Whereformer：位置从哪里进入 Transformer',
  language: '语言',
  theme: '主题',
  themes: { auto: '跟随系统', light: '浅色', dark: '深色' },
  lead: '输入一行英文：一个用莎士比亚剧本训练的小型 Transformer 会在你的浏览器里读它。你可以看到每个字符在看哪里、模型预计下一个字符是什么，以及位置编码（position encoding）对二者的作用。',
  footer: '本页的一切都在你的浏览器里计算，你输入的内容不会离开这里。',
  build: (version, variant, toolchain) =>
    `Whereformer ${version}，构建变体 ${variant}，工具链 ${toolchain}。`,

  text: {
    label: '你的文本',
    hint: (context) => `最多 ${context} 个英文字符；文本更长时，模型只读末尾。`,
    tooLong: (length, context) => `文本有 ${length} 个字符，模型只读最后 ${context} 个。`,
    unknown: (character, known) =>
      `模型不认识字符“${character}”。它认识英文字母、空格、换行和 ${known}。图中仍是上一段能读的文本。`,
    empty: '请至少输入一个字符。图中仍是上一段文本。',
    strip: '文本的词元（token），每个字符一个，下方是位置',
    stripHint: '蓝色是词元的内容，橙色是它的位置。选中一个词元，就能跟着它看。',
    token: (name, position) => `位置 ${position}，${name}`,
    space: '空格',
    lineBreak: '换行',
  },

  progress: {
    wasm: '正在加载 WebAssembly 内核',
    rope: '正在加载旋转位置编码的模型',
    learned: '正在加载可学习位置表的模型',
    bytes: (loaded, total) => `${loaded} / ${total}`,
    bytesSoFar: (loaded) => loaded,
  },

  trouble: {
    load: '有文件无法加载。请检查网络后重试。',
    crashed: '计算意外中断。图中是上一次的结果，重试即可重新启动。',
    memory: '浏览器没有足够的内存。请关闭其他页面后重试。',
    other: '无法完成这次计算。图中是上一次的结果。',
    detail: '库给出的原文：',
    retry: '重试',
  },

  map: {
    rows: '查询',
    columns: '键：被看的字符 →',
    hint: '把指针移到格子上、轻点格子，或使用方向键。',
    cell: (query, queryName, key, keyName, value) =>
      `查询 ${query}“${queryName}”，键 ${key}“${keyName}”：${value}`,
    hiddenCell: (query, queryName, key, keyName) =>
      `查询 ${query}“${queryName}”，键 ${key}“${keyName}”：已遮蔽，它在后面`,
    masked: '已遮蔽：在后面',
    table: '精确数值',
    tableCaption: (size) => `行是查询，列是键；以选中的格子为中心，最多各 ${size} 个。`,
    tableQuery: '查询',
    tableKey: '键',
  },

  attention: {
    heading: '每个字符在看哪里',
    look: '每一行是一个字符，亮的格子是它从中取信息的前文字符。把指针移到某一行，或换一张图看看。',
    label: (layer, head) => `第 ${layer} 层第 ${head} 头的注意力图`,
    facts: (self, before, strongest) =>
      `在这张图里，一个字符平均把 ${self} 的注意力给自己，把 ${before} 给前一个字符。${strongest}`,
    strongest: (query, queryName, key, keyName, value) =>
      `回看得最集中的一处：从 ${query}“${queryName}”到 ${key}“${keyName}”，权重 ${value}。`,
    caption: '每行之和为 1。画斜线的格子被遮蔽：这个模型从左往右读。',
    layer: '层',
    head: '头',
    nth: (index, count) => `第 ${index} 个，共 ${count} 个`,
    overview: (count) => `全部 ${count} 张图`,
    overviewItem: (layer, head) => `第 ${layer} 层第 ${head} 头`,
  },

  next: {
    heading: '模型预计下一个字符是什么',
    look: (position, name) =>
      `在位置 ${position}“${name}”之后，概率最高的十个字符。在上面选别的词元，可以问那里的下一个字符。`,
    label: '概率最高的十个后续字符及其概率',
    rest: (share) => `其余字符合计 ${share}。`,
    continue: '续写',
    stop: '停止',
    adopt: '放进文本框',
    output: '原文与续写',
    beyond: (context) => `模型训练时一次只见过 ${context} 个字符。它可以继续往后写，但文字会越来越差。`,
    settings: '字符是怎样抽取的',
    temperature: '温度（temperature）',
    temperatureHelp: '0 总取概率最高的字符；1 按概率抽取；更大则更平均。',
    topK: '只在最可能的 k 个中抽取',
    topKHelp: '0 表示不限制。',
    topP: '只在累计概率达到 p 的字符中抽取',
    topPHelp: '1 表示不限制。',
    seed: '随机种子',
    seedHelp: '种子相同，文本就相同。',
  },

  shift: {
    heading: '把整句话往后移',
    look: '拖动滑块：每个字符都后移 s 位，彼此的相邻关系不变。旋转位置编码的图不动，可学习位置表的图会变。',
    rope: '旋转位置编码 RoPE（LLaMA 结构）',
    learned: '可学习位置表（GPT-2 结构）',
    at: (shift) => `平移 ${shift}`,
    weight: '注意力权重',
    difference: '二者之差',
    map: (model, title) => `注意力图：${model}，${title}`,
    change: (maps) => `全部 ${maps} 张图中，权重的最大变化`,
    slider: '所有位置加上',
    positions: (first, last) => `现在这句话位于位置 ${first} … ${last}。`,
    tableEnd: '位置表到此为止',
    why: 'RoPE 按位置把每个查询和键转过一个角度，二者的得分只取决于角度之差；整体平移不改变任何一个差，剩下的只是舍入误差。可学习位置表则给每个位置一个单独的向量：位置变了，向量就变了，得分也随之改变。',
    past: (rows, last, shown) =>
      `可学习位置表只有 ${rows} 行，对应位置 0 … ${rows - 1}。平移这么多时，最后一个字符要站到位置 ${last}，表里没有这一行，所以它的图停在平移 ${shown}。RoPE 可以继续：它的角度在任何位置都有定义。`,
    trained: (last) =>
      `两个模型在训练时都没有见过 ${last} 之后的位置。RoPE 在那里仍然照旧，只是因为句内的距离依然很短。`,
  },

  encoding: {
    heading: '编码本身长什么样',
    look: '选一种编码，把指针移到图上：这些就是进入 Transformer 的数。',
    choose: '编码',
    length: '长度',
    dim: '维数',
    base: '底数（base）',
    layout: '排列',
    kind: '种类',
    head: '头',
    paper: '出处：',
    position: '位置',
    dimension: '维 →',
    query: '查询',
    key: '键 →',
    featureCell: (position, dimension, value) => `位置 ${position}，第 ${dimension} 维：${value}`,
    biasCell: (query, key, value) => `查询 ${query}，键 ${key}：${value}`,
    hiddenBiasCell: (query, key) => `查询 ${query}，键 ${key}：已遮蔽，它在后面`,
    maskCell: (query, key, state) => `查询 ${query}，键 ${key}：${state}`,
    scoreCell: (query, key, before, after) => `查询 ${query}，键 ${key}：变换前 ${before}，变换后 ${after}`,
    seen: '可见',
    masked: '已遮蔽',
    label: (title) => `编码图：${title}`,
    summary: (rows, columns, low, high) => `共 ${rows} 行、${columns} 列，取值从 ${low} 到 ${high}。`,
    maskSummary: (queries, keys, seen) => `${queries} 个查询、${keys} 个键，其中 ${seen} 对可见。`,
    doors: {
      embed: '加到词嵌入上',
      rotate: '作用于查询和键',
      bias: '加到得分上',
      content: '加到得分上，取决于 q 和 k',
      positions: '给位置重新编号',
      mask: '遮住一部分键',
      score: '改变得分',
    },
    shown: {
      embed: '第 p 行加到位置 p 的词元嵌入上。',
      rotate:
        '由 1 和 0 组成的同一个向量，在各个位置上被这种编码变成的样子。每个查询和键在比较之前都要这样变换，并不加上任何东西。',
      bias: '这个数加到查询与键的得分上，与两个向量的取值无关。',
      content: '这个数加到查询与键的得分上，它取决于这两个向量；图中的查询和键是同一组固定的随机向量。',
      positions: '位置重新编号之后，查询与键之间起作用的距离。后面的部分（例如 RoPE）看到的就是这个距离。',
      mask: '填色的格子是查询可以看的键；画斜线的键得不到注意力。',
      score:
        '查询和键是从 −2 数到 2 的数，得分就是二者的乘积。图中是封顶之后的得分：小的几乎不变，大的渐渐变平。',
    },
    rows: '它的表需要学习。本页没有训练过的表，所以每一项就是自己的行号：由图可见哪里用了哪一行。',
    examples: '其中本应由训练好的模型给出的数，在这里是固定的示例。',
    tokens: {
      square: '词元是一张图像的各个方块，逐行排列。',
      image: '词元先是一段文字，再是一张图像的各个方块（逐行排列），然后又是文字。',
      tree: '词元是一棵二叉树的节点，从根开始编号；距离是两个节点之间的边数。',
      numerals: '文本中，四位数字夹在其他词元之间；每个数字用它在数中所处位次的那一行。',
      halves: '前一半词元是一个片段，后一半是另一个片段。',
    },
    none: '什么也不加，整张图都是零。顺序只能经由因果遮蔽（causal mask）进入模型。',
    sinusoidal: '第 p 行加到位置 p 的词元嵌入上。每两列是一个正弦和一个余弦，越往后的列波长越长。',
    learned: '本页的 GPT-2 学到的各行，每个位置一行。第 p 行加到位置 p 的词元上；最后一行之后就没有了。',
    rope: '每一对分量都是 (1, 0) 的向量，按位置旋转：图中是每对转角的余弦和正弦。查询和键就是这样旋转的，并不加上任何东西。',
    ropeWaves: (pairs, fast, slow) =>
      `共 ${pairs} 对：最快的每 ${fast} 个位置转一圈，最慢的每 ${slow} 个位置转一圈。`,
    alibi: (slope) =>
      `这个数加到查询与键的得分上：对角线上为 0，距离每增加一步就变化 ${slope}；每个头的斜率不同。`,
    t5: '一对查询和键落入哪个桶：近的距离各占一桶，远的距离合用。T5 给每个桶、每个头加一个学得的数。本页没有训练过的 T5 表，所以图中显示桶的编号。',
  },
}
