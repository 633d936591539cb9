import { css } from 'lit'
import { hatching, schemeProbe } from '../element/element-styles.js'

export const matrixCanvasStyles = css`
  canvas {
    ${hatching}
    display: block;
    width: 100%;
    height: 100%;
    image-rendering: pixelated;
    ${schemeProbe}
  }
`
