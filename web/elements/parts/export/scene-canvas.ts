// Renders a scene at twice its size, to a canvas or a PNG.

import { SCENE_FONT, type Scene, type Shape } from './scene.js'

const DENSITY = 2

export async function sceneToPng(scene: Scene): Promise<Blob> {
  const canvas = sceneToCanvas(scene)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new TypeError('the picture is too large'))))
  })
}

export function sceneToCanvas(scene: Scene): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.ceil(scene.width * DENSITY)
  canvas.height = Math.ceil(scene.height * DENSITY)
  const context = canvas.getContext('2d')
  if (!context) throw new TypeError('this browser draws on no canvas')
  context.scale(DENSITY, DENSITY)
  context.imageSmoothingEnabled = false
  context.fillStyle = scene.background
  context.fillRect(0, 0, scene.width, scene.height)
  for (const shape of scene.shapes) draw(context, shape)
  return canvas
}

function draw(context: CanvasRenderingContext2D, shape: Shape): void {
  if (shape.kind === 'image') {
    context.drawImage(shape.pixels, shape.x, shape.y, shape.width, shape.height)
    return
  }
  context.save()
  if (shape.kind === 'text') {
    context.translate(shape.x, shape.y)
    context.rotate(((shape.rotation ?? 0) * Math.PI) / 180)
    context.font = `${shape.bold ? '700 ' : ''}${shape.size ?? 12}px ${SCENE_FONT}`
    context.textAlign = { start: 'left', middle: 'center', end: 'right' }[
      shape.anchor ?? 'start'
    ] as CanvasTextAlign
    context.fillStyle = shape.color
    context.fillText(shape.text, 0, 0)
  } else {
    const path = new Path2D(shape.d)
    if (shape.fill) {
      context.fillStyle = shape.fill
      context.fill(path)
    }
    if (shape.stroke) {
      context.strokeStyle = shape.stroke
      context.lineWidth = shape.width ?? 1
      context.setLineDash([...(shape.dash ?? [])])
      context.stroke(path)
    }
  }
  context.restore()
}
