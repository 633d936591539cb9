// Every sentence of the page in English; zh.ts has the same keys, which the compiler and a test both check.

export const en = {
  /** Between two sentences. */
  gap: ' ',
  title: 'Whereformer: where position enters a Transformer',
  language: 'Language',
  theme: 'Theme',
  themes: { auto: 'as the system', light: 'light', dark: 'dark' },
  lead: 'Type a line: a small Transformer, trained on Shakespeare’s plays, reads it here in your browser. You see where each character looks, what the model expects next, and what a position encoding does to both.',
  footer: 'Everything here is computed in your browser; nothing you type leaves it.',
  build: (version: string, variant: string, toolchain: string) =>
    `Whereformer ${version}, variant ${variant}, built with ${toolchain}.`,

  text: {
    label: 'Your text',
    hint: (context: number) =>
      `Up to ${context} characters of English. Of longer text the model reads the end.`,
    tooLong: (length: number, context: number) =>
      `Your text has ${length} characters; the model reads the last ${context}.`,
    unknown: (character: string, known: string) =>
      `The model does not know the character “${character}”. It knows letters, spaces, line breaks and ${known}. The pictures still show the last text it could read.`,
    empty: 'Type at least one character. The pictures still show the last text.',
    strip: 'The tokens of the text, one per character, with their positions',
    stripHint: 'Blue is what a token is, orange is where it stands. Choose a token to follow it.',
    token: (name: string, position: number) => `position ${position}, ${name}`,
    space: 'space',
    lineBreak: 'line break',
  },

  progress: {
    wasm: 'Loading the WebAssembly core',
    rope: 'Loading the model with rotary positions',
    learned: 'Loading the model with a learned table',
    bytes: (loaded: string, total: string) => `${loaded} of ${total}`,
    bytesSoFar: (loaded: string) => loaded,
  },

  trouble: {
    load: 'A file could not be loaded. Check the connection, then try again.',
    crashed: 'The calculation crashed. What you see is the last result; try again to restart it.',
    memory: 'The browser has no memory left for this. Close other pages, then try again.',
    other: 'This could not be computed. What you see is the last result.',
    detail: 'The library says:',
    retry: 'Try again',
  },

  map: {
    rows: 'query',
    columns: 'key: the character it looks at →',
    hint: 'Point at a cell, tap it, or use the arrow keys.',
    cell: (query: number, queryName: string, key: number, keyName: string, value: string) =>
      `query ${query} ‘${queryName}’, key ${key} ‘${keyName}’: ${value}`,
    hiddenCell: (query: number, queryName: string, key: number, keyName: string) =>
      `query ${query} ‘${queryName}’, key ${key} ‘${keyName}’: masked, it comes later`,
    masked: 'masked: comes later',
    table: 'Exact values',
    tableCaption: (size: number) =>
      `Rows are queries, columns are keys; at most ${size} of each, around the chosen cell.`,
    tableQuery: 'query',
    tableKey: 'key',
  },

  attention: {
    heading: 'Where each character looks',
    look: 'Each row is one character. Its bright cells are the earlier characters it takes information from. Point at a row, or choose another map.',
    label: (layer: number, head: number) => `Attention map of layer ${layer}, head ${head}`,
    facts: (self: string, before: string, strongest: string) =>
      `Here a character gives on average ${self} of its attention to itself and ${before} to the one before it. ${strongest}`,
    strongest: (query: number, queryName: string, key: number, keyName: string, value: string) =>
      `The strongest look back: from ${query} ‘${queryName}’ to ${key} ‘${keyName}’, ${value}.`,
    caption: 'A row adds up to 1. Hatched cells are masked: this model reads from left to right.',
    layer: 'Layer',
    head: 'Head',
    nth: (index: number, count: number) => `${index} of ${count}`,
    overview: (count: number) => `All ${count} maps`,
    overviewItem: (layer: number, head: number) => `layer ${layer}, head ${head}`,
  },

  next: {
    heading: 'What the model expects next',
    look: (position: number, name: string) =>
      `The ten likeliest characters after position ${position} ‘${name}’. Choose another token above to ask there.`,
    label: 'The ten likeliest next characters and their probabilities',
    rest: (share: string) => `All other characters together: ${share}.`,
    continue: 'Continue the text',
    stop: 'Stop',
    adopt: 'Put it into the text box',
    output: 'The text and its continuation',
    beyond: (context: number) =>
      `The model was trained on ${context} characters at a time. It goes on beyond them, but its text gets worse.`,
    settings: 'How a character is drawn',
    temperature: 'Temperature',
    temperatureHelp:
      '0 always takes the likeliest character; 1 draws by the probabilities; more flattens them.',
    topK: 'Only the k likeliest',
    topKHelp: '0 allows all characters.',
    topP: 'Only the likeliest that reach p together',
    topPHelp: '1 allows all characters.',
    seed: 'Seed',
    seedHelp: 'The same seed gives the same text.',
  },

  shift: {
    heading: 'Slide the whole sentence',
    look: 'Drag the slider: every character moves s places to the right, none changes its neighbours. With rotary positions the map does not move; with a learned table it does.',
    rope: 'Rotary positions (RoPE), a LLaMA',
    learned: 'Learned table, a GPT-2',
    at: (shift: number) => `shift ${shift}`,
    weight: 'attention weight',
    difference: 'difference',
    map: (model: string, title: string) => `Attention map: ${model}, ${title}`,
    change: (maps: number) => `Largest change of any weight in all ${maps} maps`,
    slider: 'Shift all positions by',
    positions: (first: number, last: number) => `The sentence now stands at positions ${first} … ${last}.`,
    tableEnd: 'end of the table',
    why: 'RoPE turns each query and each key by an angle that grows with its position. Their score depends on the difference of the two angles alone, and a shift leaves every difference as it was; what remains is rounding. A learned table gives each position a vector of its own, so other positions bring other vectors, and the scores change.',
    past: (rows: number, last: number, shown: number) =>
      `The learned table has ${rows} rows, for positions 0 … ${rows - 1}. At this shift the last character would stand at position ${last}, which has no row, so the maps of the learned table stay at shift ${shown}. RoPE goes on: its angles are defined everywhere.`,
    trained: (last: number) =>
      `Neither model was trained beyond position ${last}. RoPE computes there as before only because all distances inside the sentence are still short.`,
  },

  encoding: {
    heading: 'The encodings themselves',
    look: 'Choose an encoding and point at its map: these are the numbers that enter the Transformer.',
    choose: 'Encoding',
    length: 'Length',
    dim: 'Dimension',
    base: 'Base',
    layout: 'Layout',
    kind: 'Kind',
    head: 'Head',
    paper: 'Source:',
    position: 'position',
    dimension: 'dimension →',
    query: 'query',
    key: 'key →',
    featureCell: (position: number, dimension: number, value: string) =>
      `position ${position}, dimension ${dimension}: ${value}`,
    biasCell: (query: number, key: number, value: string) => `query ${query}, key ${key}: ${value}`,
    hiddenBiasCell: (query: number, key: number) => `query ${query}, key ${key}: masked, it comes later`,
    maskCell: (query: number, key: number, state: string) => `query ${query}, key ${key}: ${state}`,
    scoreCell: (query: number, key: number, before: string, after: string) =>
      `query ${query}, key ${key}: ${before} before, ${after} after`,
    seen: 'visible',
    masked: 'masked',
    label: (title: string) => `Map of the encoding: ${title}`,
    summary: (rows: number, columns: number, low: string, high: string) =>
      `${rows} rows and ${columns} columns, values from ${low} to ${high}.`,
    maskSummary: (queries: number, keys: number, seen: number) =>
      `${queries} queries and ${keys} keys; ${seen} of their pairs are visible.`,
    doors: {
      embed: 'Added to the embeddings',
      rotate: 'Applied to queries and keys',
      bias: 'Added to the scores',
      content: 'Added to the scores, depending on q and k',
      positions: 'Renumbers the positions',
      mask: 'Hides keys',
      score: 'Changes the scores',
    },
    shown: {
      embed: 'Row p is added to the embedding of the token at position p.',
      rotate:
        'A fixed vector of ones and zeros, as this encoding changes it at each position. The same happens to every query and key before they are compared; nothing is added.',
      bias: 'This number is added to the score of a query and a key, whatever the two vectors hold.',
      content:
        'This number is added to the score of a query and a key. It depends on the two vectors; here queries and keys are the same fixed random ones.',
      positions:
        'The distance that counts between a query and a key after the positions have been renumbered. What comes later, such as RoPE, sees these distances.',
      mask: 'Each filled cell is a key that the query may look at. Hatched keys get no attention.',
      score:
        'Queries and keys are numbers that count up from −2 to 2, so a score is their product. The map shows the scores after the cap: small ones hardly change, large ones level off.',
    },
    rows: 'Its table is learned. This page has no trained one, so each entry is its own row number: the map shows which row is used where.',
    examples: 'The numbers that a trained model would bring are fixed examples here.',
    tokens: {
      square: 'The tokens are the squares of an image, row by row.',
      image: 'The tokens are some text, then the squares of an image, row by row, then more text.',
      tree: 'The tokens are the nodes of a binary tree, numbered from its root; the distance is how many edges lie between two nodes.',
      numerals:
        'In the text, numbers of four digits stand between other tokens; each digit has the row of its place in the number.',
      halves: 'The first half of the tokens is one segment, the second half another.',
    },
    none: 'Nothing is added: the map is zero everywhere. Order can enter only through the causal mask.',
    sinusoidal:
      'Row p is added to the embedding of the token at position p. Each pair of columns is a sine and a cosine; the waves get longer from column to column.',
    learned:
      'The rows that the GPT-2 of this page has learned, one per position. Row p is added to the token at position p; there is no row after the last.',
    rope: 'A vector whose every pair is (1, 0), turned by its position: you see the cosine and the sine of each pair’s angle. Queries and keys are turned like this; nothing is added.',
    ropeWaves: (pairs: number, fast: string, slow: string) =>
      `Of the ${pairs} pairs the fastest turns once in ${fast} positions, the slowest once in ${slow}.`,
    alibi: (slope: string) =>
      `This number is added to the score of a query and a key. It is 0 on the diagonal and changes by ${slope} with each step of distance; every head has its own slope.`,
    t5: 'The bucket that a pair of query and key falls into: short distances have a bucket of their own, long ones share. T5 adds one learned number per bucket and head. This page has no trained T5 table, so the map shows the bucket numbers.',
  },
}

export type Messages = typeof en
