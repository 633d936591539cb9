// The rooms of the repository and the rooms that each may import from besides itself; ARCHITECTURE.md draws the same.
//
// A file belongs to the innermost room around it. A room may also import from the rooms inside of it and from what the room around it may
// import from. `mayImport` names rooms with all rooms inside of them, or with '/*' a room's own files alone. Folders beside a room are
// rooms too and have to be listed.

/** @typedef {{ path: string, mayImport: readonly string[] }} Room */

const core = 'src/core'
const simd = 'src/simd'
const position = 'src/position'
const attention = 'src/attention'
const model = 'src/model'
const analysis = 'src/analysis'
const train = 'src/train'

const everyCpp = [core, simd, position, attention, model, analysis, train]
const byDistance = 'src/attention/by_distance'

const boundary = 'web/lib/boundary'
const positions = 'web/lib/position'
const families = 'web/lib/families'
const checkpoint = 'web/lib/checkpoint'
const tokenizer = 'web/lib/tokenizer'
const attentionCalls = 'web/lib/attention'
const chats = 'web/lib/chat'
const models = 'web/lib/model'
const hub = 'web/lib/hub'

const everyTool = [
  'tools/*',
  'tools/setup',
  'tools/golden',
  'tools/build',
  'tools/generate',
  'tools/science',
  'tools/release',
  'tools/check',
]
const everyWeb = ['web/lib', 'web/content', 'web/elements', 'web/demo']

/** What figures are made of, from the bottom up. */
const parts = 'web/elements/parts'
const element = 'web/elements/parts/element'
const scene = 'web/elements/parts/export'
const engine = 'web/elements/parts/engine'
const controls = 'web/elements/parts/controls'
const matrix = 'web/elements/parts/matrix'
const figure = 'web/elements/parts/figure'
const examplePositions = 'web/elements/parts/positions'

const figures = 'web/elements/figures'

/** @type {readonly Room[]} */
export const rooms = [
  { path: core, mayImport: [] },
  { path: simd, mayImport: [core] },
  { path: position, mayImport: [core] },
  { path: 'src/position/encodings', mayImport: ['src/position/*'] },
  { path: attention, mayImport: [core, simd, position] },
  { path: byDistance, mayImport: ['src/attention/*'] },
  { path: 'src/attention/rows', mayImport: ['src/attention/*', byDistance] },
  { path: 'src/attention/streaming', mayImport: ['src/attention/*', byDistance] },
  { path: model, mayImport: [core, simd, position, attention] },
  { path: analysis, mayImport: [core, simd, position, attention, model] },
  { path: train, mayImport: [core, simd, position, attention, model] },
  { path: 'bindings', mayImport: everyCpp },

  { path: 'bindings/requests', mayImport: ['bindings/*'] },

  { path: 'web/lib', mayImport: [] },
  { path: boundary, mayImport: [] },
  { path: positions, mayImport: [boundary] },
  { path: attentionCalls, mayImport: [boundary, positions] },
  { path: 'web/lib/identify', mayImport: [boundary, positions, attentionCalls, checkpoint] },
  { path: families, mayImport: [boundary, positions] },
  { path: checkpoint, mayImport: [boundary, positions, families, tokenizer] },
  { path: tokenizer, mayImport: [boundary] },
  { path: chats, mayImport: [boundary] },
  { path: models, mayImport: [boundary, positions, attentionCalls, families, checkpoint, tokenizer, chats] },
  { path: hub, mayImport: ['web/lib/*', boundary, families, checkpoint, tokenizer, chats, models] },
  {
    path: 'web/lib/train',
    mayImport: ['web/lib/*', boundary, positions, attentionCalls, families, checkpoint, tokenizer, models],
  },
  { path: 'web/lib/threads', mayImport: ['web/lib/*', boundary] },
  {
    path: 'web/lib/worker',
    mayImport: [
      'web/lib/*',
      boundary,
      positions,
      attentionCalls,
      families,
      checkpoint,
      tokenizer,
      chats,
      models,
      'web/lib/identify',
      hub,
      'web/lib/train',
      'web/lib/threads',
    ],
  },

  { path: 'web/lab', mayImport: ['web/lib'] },
  { path: 'web/lab/tasks', mayImport: ['web/lab/*', 'web/lib'] },
  { path: 'web/formula', mayImport: ['web/lib', 'web/content'] },
  { path: 'web/command', mayImport: ['web/lib', 'web/lab', 'web/formula'] },

  { path: 'web/content', mayImport: [] },
  { path: 'web/content/article', mayImport: ['web/content/*'] },
  { path: 'web/content/mistakes', mayImport: ['web/content/*'] },
  { path: 'web/content/pages', mayImport: ['web/content/*', 'web/content/article'] },
  { path: 'web/content/questions', mayImport: ['web/content/*'] },

  { path: 'web/elements', mayImport: ['web/lib', 'web/lab', 'web/formula', 'web/content'] },
  { path: parts, mayImport: [] },
  { path: element, mayImport: [] },
  { path: scene, mayImport: [element] },
  { path: engine, mayImport: [] },
  { path: 'web/elements/parts/answers', mayImport: [] },
  { path: controls, mayImport: [element] },
  { path: 'web/elements/parts/job', mayImport: [element] },
  { path: matrix, mayImport: [element, scene, controls] },
  { path: figure, mayImport: [element, scene, engine, controls] },
  { path: 'web/elements/parts/lines', mayImport: [element, scene, matrix] },
  { path: 'web/elements/parts/trained', mayImport: [element, engine, controls, matrix, figure] },
  { path: examplePositions, mayImport: [element, engine, controls, figure] },
  {
    path: 'web/elements/parts/formula',
    mayImport: [element, scene, engine, controls, figure, examplePositions],
  },
  { path: 'web/elements/parts/example', mayImport: [element, engine, figure, examplePositions] },

  // Any figure may import any part; another figure, where the room says so.
  { path: figures, mayImport: [parts] },
  { path: 'web/elements/figures/arrows', mayImport: [] },
  { path: 'web/elements/figures/attention', mayImport: [] },
  { path: 'web/elements/figures/bias', mayImport: [] },
  { path: 'web/elements/figures/cache', mayImport: [] },
  { path: 'web/elements/figures/doors', mayImport: [] },
  { path: 'web/elements/figures/encoding', mayImport: [] },
  { path: 'web/elements/figures/extrapolation', mayImport: [] },
  { path: 'web/elements/figures/identify', mayImport: [] },
  { path: 'web/elements/figures/ledger', mayImport: [] },
  { path: 'web/elements/figures/lengths', mayImport: [] },
  { path: 'web/elements/figures/mistakes', mayImport: [] },
  { path: 'web/elements/figures/models', mayImport: [] },
  { path: 'web/elements/figures/properties', mayImport: [] },
  {
    path: 'web/elements/figures/question',
    mayImport: ['web/elements/figures/ledger', 'web/elements/figures/surgery'],
  },
  { path: 'web/elements/figures/quiz', mayImport: ['web/elements/figures/mistakes'] },
  { path: 'web/elements/figures/rotation', mayImport: [] },
  { path: 'web/elements/figures/shuffle', mayImport: [] },
  { path: 'web/elements/figures/slide', mayImport: [] },
  { path: 'web/elements/figures/surgery', mayImport: [] },
  { path: 'web/elements/figures/train', mayImport: [] },
  { path: 'web/elements/figures/waves', mayImport: [] },
  { path: 'web/elements/figures/your-model', mayImport: [] },

  { path: 'web/demo', mayImport: ['web/lib', 'web/lab', 'web/content', 'web/elements'] },

  { path: 'tools/setup', mayImport: ['tools/*'] },
  { path: 'tools/golden', mayImport: ['tools/*'] },
  { path: 'tools/build', mayImport: ['tools/*', 'tools/setup', 'tools/golden'] },
  { path: 'tools/generate', mayImport: ['tools/*', 'tools/setup', 'tools/build', 'tools/science'] },
  { path: 'tools/science', mayImport: ['tools/*'] },
  { path: 'tools/check', mayImport: ['tools/*', 'tools/setup', 'tools/build'] },
  { path: 'tools/release', mayImport: ['tools/*', 'tools/setup', 'tools/build'] },
  { path: 'tools/train', mayImport: [] },
  { path: 'tools/tests', mayImport: [...everyTool, 'tests/bench', 'tests/consumers'] },

  { path: 'tests/support', mayImport: ['tests/golden', 'web/content', 'web/elements', 'web/demo'] },
  { path: 'tests/lib', mayImport: ['tests/support', 'web/lib', 'web/formula'] }, // from source
  { path: 'tests/lab', mayImport: ['tests/support', 'web/lib', 'web/lab', 'web/command', 'web/formula'] }, // from source
  {
    path: 'tests/wasm', // the built package, and from source what it does not export
    mayImport: [
      'tests/support',
      'tests/saved',
      'web/lib/families',
      'web/lib/position',
      'web/content',
      'web/elements',
      'web/lab',
    ],
  },
  {
    path: 'tests/fuzz', // the built package, and from source what it does not export
    mayImport: [...everyTool, 'tests/support', 'tests/lib', 'web/lib', 'web/formula', 'web/elements'],
  },
  { path: 'tests/endurance', mayImport: [...everyTool, 'tests/fuzz'] },
  { path: 'tests/checked', mayImport: [...everyTool, 'tests/fuzz'] },
  {
    path: 'tests/allocation', // web/lib from source over a core of its own
    mayImport: [...everyTool, 'tests/support', 'tests/fuzz', 'web/lib'],
  },
  { path: 'tests/native', mayImport: everyCpp },
  { path: 'tests/browser', mayImport: ['tests/support', ...everyWeb] },
  { path: 'tests/engines', mayImport: ['tests/browser', 'tests/support'] },
  { path: 'tests/bench', mayImport: [...everyTool, ...everyCpp, 'tests/support', ...everyWeb] },
  { path: 'tests/commands', mayImport: [...everyTool, 'tests/bench', 'tests/fuzz'] },
  { path: 'tests/docs', mayImport: everyTool },
  { path: 'tests/frameworks', mayImport: everyTool },
  { path: 'tests/jsdom', mayImport: [] },
  { path: 'tests/consumers', mayImport: everyTool },
  { path: 'tests/package', mayImport: [...everyTool, 'tests/consumers'] },
  { path: 'tests/golden', mayImport: [] },
  { path: 'tests/saved', mayImport: [] }, // models that our trainer saved
]
