import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync, inflateSync } from 'node:zlib'
import { withPalette } from '../generate/palette-png.mjs'

const chunk = (kind, data) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  return Buffer.concat([length, Buffer.from(kind, 'latin1'), data, Buffer.alloc(4)])
}

/** An RGB picture of one line; `filter` is that of the line. */
function picture(bytes, filter = 0) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(bytes.length / 3, 0)
  header.set([0, 0, 0, 1, 8, 2, 0, 0, 0], 4)
  const lines = Buffer.from([filter, ...bytes])
  return Buffer.concat([Buffer.alloc(8), chunk('IHDR', header), chunk('IDAT', deflateSync(lines))])
}

/** The colours of the pixels of a picture with a palette, as it was written here. */
function colorsOf(png) {
  const parts = new Map()
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    parts.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const palette = parts.get('PLTE')
  return [...inflateSync(parts.get('IDAT')).subarray(1)].map((i) => [...palette.subarray(3 * i, 3 * i + 3)])
}

test('a few colours stay as they are', () => {
  assert.deepEqual(colorsOf(withPalette(picture([1, 2, 3, 255, 0, 9, 1, 2, 3]))), [
    [1, 2, 3],
    [255, 0, 9],
    [1, 2, 3],
  ])
})

test('lines whose pixels are differences are read', () => {
  assert.deepEqual(colorsOf(withPalette(picture([10, 20, 30, 5, 250, 1], 1))), [
    [10, 20, 30],
    [15, 14, 31],
  ])
})

test('of many colours each becomes one that is near', () => {
  const bytes = Array.from({ length: 85 * 3 }, (_, i) => [i, 255 - i, (i * 7) % 256])
    .flat()
    .slice(0, 255 * 3)
  const given = Array.from({ length: 255 }, (_, i) => bytes.slice(3 * i, 3 * i + 3))
  const twice = [...bytes, ...bytes.map((value) => value ^ 1)]
  const colors = colorsOf(withPalette(picture(twice)))
  assert.equal(colors.length, 510)
  for (const [i, color] of given.entries())
    for (const [channel, value] of color.entries())
      assert.ok(Math.abs(value - colors[i][channel]) <= 12, `${color} became ${colors[i]}`)
  assert.ok(new Set(colors.map(String)).size <= 256)
})

test('what is no such picture is refused', () => {
  const gray = picture([1, 2, 3])
  gray[8 + 8 + 9] = 0
  assert.throws(() => withPalette(gray), /RGB or RGBA/)
})
