// The rooms of the repository and the rooms that each may import from besides itself; ARCHITECTURE.md draws the same.
//
// A file belongs to the innermost room around it. A room may also import from the rooms inside of it and from what the room around it may
// import from. `mayImport` names rooms with all rooms inside of them. Folders beside a room are rooms too and have to be listed.

/** @typedef {{ path: string, mayImport: readonly string[] }} Room */

const core = 'src/core'
const simd = 'src/simd'
const position = 'src/position'
const attention = 'src/attention'
const model = 'src/model'
const analysis = 'src/analysis'

/** What any figure is made of, from the bottom up. */
const element = 'web/elements/element'
const scene = 'web/elements/export'
const engine = 'web/elements/engine'
const controls = 'web/elements/controls'
const matrix = 'web/elements/matrix'
const figure = 'web/elements/figure'
const job = 'web/elements/job'
const lines = 'web/elements/lines'
const trained = 'web/elements/trained'
const anyFigure = [element, scene, engine, controls, matrix, figure, lines]

/** Figures that others take parts of. */
const encoding = 'web/elements/encoding'
const doors = 'web/elements/doors'
const example = 'web/elements/example'

/** @type {readonly Room[]} */
export const rooms = [
  { path: core, mayImport: [] },
  { path: simd, mayImport: [core] },
  { path: position, mayImport: [core] },
  { path: attention, mayImport: [core, simd, position] },
  { path: model, mayImport: [core, simd, position, attention] },
  { path: analysis, mayImport: [core, simd, position, attention, model] },
  { path: 'bindings', mayImport: [core, simd, position, attention, model, analysis] },

  { path: 'web/lib', mayImport: [] },
  { path: 'web/elements', mayImport: ['web/lib'] },
  { path: element, mayImport: [] },
  { path: scene, mayImport: [] },
  { path: engine, mayImport: [] },
  { path: controls, mayImport: [element] },
  { path: matrix, mayImport: [element, scene, controls] },
  { path: figure, mayImport: [element, scene, engine, controls] },
  { path: job, mayImport: [element] },
  { path: lines, mayImport: [element, scene, matrix] },
  { path: trained, mayImport: [element, engine, matrix, figure] },
  { path: encoding, mayImport: anyFigure },
  { path: example, mayImport: [...anyFigure, encoding] },
  { path: doors, mayImport: [...anyFigure, encoding] },
  { path: 'web/elements/attention', mayImport: [...anyFigure, trained] },
  { path: 'web/elements/bias', mayImport: [...anyFigure, encoding] },
  { path: 'web/elements/extrapolation', mayImport: [...anyFigure, job, trained] },
  { path: 'web/elements/ledger', mayImport: [...anyFigure, encoding, example, trained] },
  { path: 'web/elements/mistakes', mayImport: anyFigure },
  { path: 'web/elements/models', mayImport: [...anyFigure, encoding, doors, trained] },
  { path: 'web/elements/properties', mayImport: [...anyFigure, encoding, job] },
  { path: 'web/elements/rotation', mayImport: anyFigure },
  { path: 'web/elements/surgery', mayImport: [...anyFigure, encoding, example, trained] },
  { path: 'web/demo', mayImport: ['web/lib', 'web/elements'] },
]
