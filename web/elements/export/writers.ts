// Everything that writes files, in one chunk.

export { clocksCsv, clocksScene } from './clocks-scene.js'
export { csvLine } from './csv.js'
export { ledgerScene } from './ledger-scene.js'
export { linesCsv, linesScene } from './lines-scene.js'
export { matricesCsv, matricesScene } from './matrices-scene.js'
export { matrixCsv, matrixScene } from './matrix-scene.js'
export { sceneColors } from './scene.js'
export { sceneToPng } from './scene-canvas.js'
export { sceneToSvg } from './scene-svg.js'
