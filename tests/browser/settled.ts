// When a figure has come to rest: computed, settings shown, laid out.

import type { Locator } from '@playwright/test'
import { expect } from './complaints.js'

interface Live extends HTMLElement {
  phase: string
  panel: boolean
  trouble?: { message: string }
  updateComplete: Promise<boolean>
}

/** Where a figure is, two frames later, and what troubles it. Its settings come in the task after its first picture. */
export async function restOf(element: Element): Promise<string> {
  const figure = element as Live
  await figure.updateComplete
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  const { phase, panel, trouble } = figure
  if (trouble) return `${phase}: ${trouble.message}`
  return phase === 'ready' && !panel ? 'without settings' : phase
}

/** One engine computes for all figures of a page, on a machine that has other things to do. */
export const PATIENCE = { timeout: 120_000, intervals: [20, 50, 100, 250] }

/** Waits until a figure has what it was asked for last, or asks whether to load a model if that is `wanted` as well. */
export async function settled(figure: Locator, wanted = /^ready$/): Promise<void> {
  await expect.poll(() => figure.evaluate(restOf), { message: String(figure), ...PATIENCE }).toMatch(wanted)
}

/** The pixels of a canvas as text. What has changed is drawn as the next frame begins, and a frame asked for now may have begun. */
export function pixelsOf(canvas: Locator): Promise<string> {
  return canvas.evaluate(async (one) => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    return (one as HTMLCanvasElement).toDataURL()
  })
}
