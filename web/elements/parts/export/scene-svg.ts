// Renders a scene to an SVG document.

import { type ImageShape, type PathShape, SCENE_FONT, type Scene, type TextShape } from './scene.js'

export function sceneToSvg({ width, height, background, title, shapes }: Scene): string {
  const body = shapes.map((shape) => {
    if (shape.kind === 'text') return textSvg(shape)
    return shape.kind === 'path' ? pathSvg(shape) : imageSvg(shape)
  })
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escaped(SCENE_FONT)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" fill="${escaped(background)}"/>`,
    ...body,
    '</svg>\n',
  ].join('\n')
}

function textSvg({ x, y, text, size = 12, anchor = 'start', color, bold, rotation }: TextShape): string {
  const more = `${bold ? ' font-weight="700"' : ''}${rotation ? ` transform="rotate(${rotation} ${x} ${y})"` : ''}`
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" text-anchor="${anchor}" fill="${escaped(color)}"${more}>${escaped(text)}</text>`
}

function pathSvg({ d, stroke, width = 1, dash, fill }: PathShape): string {
  const line = stroke ? ` stroke="${escaped(stroke)}" stroke-width="${width}"` : ''
  const dashes = dash ? ` stroke-dasharray="${dash.join(' ')}"` : ''
  return `<path d="${escaped(d)}" fill="${escaped(fill ?? 'none')}"${line}${dashes}/>`
}

function imageSvg({ x, y, width, height, pixels }: ImageShape): string {
  const place = `x="${x}" y="${y}" width="${width}" height="${height}"`
  return `<image ${place} preserveAspectRatio="none" image-rendering="pixelated" href="${pixels.toDataURL()}"/>`
}

const round = (value: number): number => Math.round(value * 100) / 100

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
