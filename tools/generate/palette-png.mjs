// A PNG with at most 256 colours, a third of the size of the same picture in full colour. Reads and writes what Chromium's screenshots are:
// 8 bits a channel, RGB or RGBA without transparency, not interlaced.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
const COLORS = 256

/** @param {Buffer} png */
export function withPalette(png) {
  const { width, height, pixels } = decode(png)
  const { palette, indices } = quantise(pixels)
  return encode(width, height, palette, indices)
}

function decode(png) {
  const parts = []
  let header
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const kind = png.toString('latin1', at + 4, at + 8)
    const data = png.subarray(at + 8, at + 8 + length)
    if (kind === 'IHDR') header = data
    if (kind === 'IDAT') parts.push(data)
    at += 12 + length
  }
  const [width, height, depth, kind] = [header.readUInt32BE(0), header.readUInt32BE(4), header[8], header[9]]
  if (depth !== 8 || ![2, 6].includes(kind) || header[12] !== 0)
    throw new TypeError('expected a PNG with 8 bits per channel, RGB or RGBA, not interlaced')
  const channels = kind === 6 ? 4 : 3
  return { width, height, pixels: unfilter(inflateSync(Buffer.concat(parts)), width, height, channels) }
}

/** @returns the colours as 0xrrggbb */
function unfilter(raw, width, height, channels) {
  const stride = width * channels
  const lines = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : lines[y * stride + x - channels]
      const up = y === 0 ? 0 : lines[(y - 1) * stride + x]
      const corner = x < channels || y === 0 ? 0 : lines[(y - 1) * stride + x - channels]
      const expected = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
      lines[y * stride + x] = raw[y * (stride + 1) + 1 + x] + expected
    }
  }
  return Uint32Array.from({ length: width * height }, (_, i) => lines.readUIntBE(i * channels, 3))
}

function paeth(left, up, corner) {
  const [a, b, c] = [up - corner, left - corner, left + up - 2 * corner].map(Math.abs)
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/** The most common colours are kept; the others are replaced by the nearest of them. */
function quantise(pixels) {
  const counts = new Map()
  for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1)
  const palette = chosen([...counts].sort(([a, n], [b, m]) => m - n || a - b))
  const index = new Map([...counts.keys()].map((color) => [color, nearest(color, palette)]))
  return { palette, indices: pixels.map((color) => index.get(color)) }
}

/** Skips colours that are indistinguishable from a more common one. */
function chosen(byCount) {
  if (byCount.length <= COLORS) return byCount.map(([color]) => color)
  for (let apart = 3; ; apart += 3) {
    const palette = []
    for (const [color] of byCount) {
      if (palette.every((other) => distance(color, other) > apart * apart)) palette.push(color)
      if (palette.length > COLORS) break
    }
    if (palette.length <= COLORS) return palette
  }
}

function nearest(color, palette) {
  let best = 0
  for (let i = 1; i < palette.length; i++)
    if (distance(color, palette[i]) < distance(color, palette[best])) best = i
  return best
}

function distance(a, b) {
  const [red, green, blue] = [
    (a >> 16) - (b >> 16),
    ((a >> 8) & 255) - ((b >> 8) & 255),
    (a & 255) - (b & 255),
  ]
  return red * red + green * green + blue * blue
}

function encode(width, height, palette, indices) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3, 0, 0, 0], 8)
  const colors = Buffer.alloc(palette.length * 3)
  for (const [i, color] of palette.entries()) colors.writeUIntBE(color, i * 3, 3)
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    lines.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const data = deflateSync(lines, { level: 9 })
  return Buffer.concat([
    SIGNATURE,
    ...[
      ['IHDR', header],
      ['PLTE', colors],
      ['IDAT', data],
      ['IEND', Buffer.alloc(0)],
    ].map(([kind, content]) => chunk(kind, content)),
  ])
}

function chunk(kind, data) {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}
