// The strip as a scene, and the codes as CSV.

import { csvLine } from '../../parts/export/csv.js'
import { type Scene, type Shape, sceneColors } from '../../parts/export/scene.js'
import type { WavesWords } from './messages.js'
import { stepPaths, stepShares, stripShapes, type View } from './strip-shapes.js'
import { codeOf, cosineOf, type WavesDrawing } from './waves-drawing.js'

const [WIDTH, HEIGHT, STEPS] = [720, 420, 80]
const PLACES = { count: 0, binary: 1, waves: 2, table: 2 }
