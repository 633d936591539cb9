// A map of 2048 × 2048 cells is coloured in parts, with room for other tasks between them; what is seen meanwhile is the picture before.

import { colorTable } from '../../../web/elements/parts/matrix/color-maps.js'
import { expect, type Figures, test } from './figures.js'

interface Canvas extends HTMLElement {
  matrix: { data: Float32Array; rows: number; columns: number }
}

/** How many cells a side has, and the colour of the first and the last one. */
interface Seen {
  size: number
  first: string
  last: string
}

/** Red, green, blue and alpha of the colour of a level of the scale, 0 … 255. */
const colorOf = (level: number) =>
  [...new Uint8Array(colorTable('sequential', 'light').slice(level, level + 1).buffer)].join(' ')

interface Watched {
  seen: Seen[]
  /** Tasks of others that ran before the last picture came. */
  tasks: number
}

/** Gives a map of four cells these ones, each when two other tasks have run, and looks at it in every task until the last is there. */
async function watch(figures: Figures, sides: readonly number[]): Promise<Watched> {
  figures.tolerate(/willReadFrequently/) // this test reads pixels in every task
  await figures.open('<wf-encoding></wf-encoding>')
  await figures.ready('wf-encoding')
  return figures.page.evaluate(async (sides) => {
    const map = document.createElement('wf-matrix-canvas') as Canvas
    const filled = (side: number) => ({
      data: Float32Array.from({ length: side * side }, (_, i) => (i ? side / 4096 : 0)),
      rows: side,
      columns: side,
    })
    const matrices = sides.map(filled)
    map.matrix = filled(2)
    document.querySelector('main')?.append(map)
    await (map as unknown as { updateComplete: Promise<unknown> }).updateComplete
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    const canvas = map.shadowRoot?.querySelector('canvas') as HTMLCanvasElement
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    const pixel = (at: number) => [...context.getImageData(at, at, 1, 1).data].join(' ')
    const look = () => ({ size: canvas.width, first: pixel(0), last: pixel(canvas.width - 1) })
    const { port1, port2 } = new MessageChannel()
    const task = () =>
      new Promise((resolve) => {
        port1.onmessage = resolve
        port2.postMessage(0)
      })
    const seen = [look()]
    let tasks = 0
    for (const [i, matrix] of matrices.entries()) {
      map.matrix = matrix
      const last = i === matrices.length - 1
      for (let waited = 0; last ? canvas.width !== matrix.columns : waited < 2; waited++) {
        await task()
        tasks += 1
        const now = look()
        if (JSON.stringify(now) !== JSON.stringify(seen.at(-1))) seen.push(now)
      }
    }
    return { seen, tasks }
  }, sides)
}

test('other tasks run between the parts of a large map, and it is shown when it is complete', async ({
  figures,
}) => {
  const { seen, tasks } = await watch(figures, [2048])
  expect(tasks).toBeGreaterThan(12)
  expect(seen.map(({ size }) => size)).toEqual([2, 2048])
  expect(seen[1]?.first).toBe(colorOf(0))
  expect(seen[1]?.last).toBe(colorOf(128)) // 0.5 of 0 … 1
  expect(colorOf(0)).not.toBe(colorOf(128))
})

test('a map that comes while another one is coloured takes its place', async ({ figures }) => {
  const { seen } = await watch(figures, [2048, 1024, 1536])
  expect(seen.map(({ size }) => size)).toEqual([2, 1536])
})
