// Every element in states that together have all of its parts: what is true of all elements is tried on these.

import type { Locator } from '@playwright/test'
import { allElements } from '../../../web/elements/all-elements.js'
import { settled } from '../settled.js'
import { expect, type Figures } from './figures.js'
import { serveModels } from './models.js'

export interface Shown {
  tag: string
  attributes: string
}

/** In a window of its own size. */
export interface Pictured extends Shown {
  width?: number
  height?: number
}

const pictures: Readonly<Record<string, Partial<Pictured>>> = {
  'wf-arrows': { attributes: 'view="row"', height: 900 },
  'wf-attention': { width: 520, height: 900 },
  'wf-cache': { attributes: 'operation="renumber"', width: 560 },
  'wf-doors': { attributes: 'encoding="deberta"' },
  'wf-encoding': { attributes: 'encoding="rope" length="32" dim="32"', width: 480 },
  'wf-bias': { attributes: 'view="weights"', width: 480 },
  'wf-ledger': { width: 520, height: 900 },
  'wf-properties': { attributes: 'encodings="none sinusoidal learned rope alibi t5" open="rope"' },
  'wf-question': { attributes: 'question="slid" answer="1"' },
  'wf-quiz': { attributes: 'answers="1"' },
  'wf-shuffle': { attributes: 'causal', width: 640 },
  'wf-surgery': { attributes: 'operation="shift" encoding="rope" compare="learned"' },
  'wf-extrapolation': { attributes: 'cut' },
  'wf-waves': { attributes: 'form="waves"', width: 640, height: 600 },
}

const states: Readonly<Record<string, readonly string[]>> = {
  'wf-arrows': ['', 'view="row"', 'view="clocks" vectors="made" turned="false"'],
  'wf-cache': ['operation="renumber"', 'operation="pad" padding="seen" encoding="learned"'],
  'wf-doors': ['encoding="deberta"'],
  'wf-encoding': ['encoding="rope"', 'encoding="rope" view="decay" length="1e9"'],
  'wf-rotation': ['scaling="yarn"'],
  'wf-bias': ['', 'encoding="t5" view="weights" length="64"', 'encoding="t5" view="distance"'],
  'wf-attention': ['', 'compare="learned"'],
  'wf-ledger': [''],
  'wf-properties': ['encodings="none sinusoidal learned rope alibi t5 swinV2" open="rope"'],
  'wf-shuffle': ['', 'causal'],
  'wf-surgery': ['operation="pack" compare="t5"'],
  'wf-extrapolation': ['', 'cut', 'view="scaled" cut', 'view="dials"', 'view="wavelengths" scaling="yarn"'],
  'wf-lengths': ['', 'task="sort"'],
  'wf-models': [''],
  'wf-mistakes': ['mistake="alibi-slope-rule"'],
  'wf-identify': ['', 'example="alibi"'],
  'wf-question': ['', 'question="last-bucket" answer="2"'],
  'wf-quiz': ['', 'answers="1"', 'answers="1212121212" at="11"'],
  'wf-train': ['compare="t5"'],
  'wf-waves': ['', 'form="waves" position="3" other="5"', 'form="table" position="130"'],
  'wf-your-model': ['', 'model="rope" view="card"'],
}

export const showcase: readonly Shown[] = Object.keys(allElements).flatMap((tag) =>
  (states[tag] ?? ['']).map((attributes) => ({ tag, attributes })),
)

/** One state of each that fits into a small picture and shows its point. */
export const pictured: readonly Pictured[] = Object.keys(allElements).map((tag) => ({
  tag,
  attributes: '',
  ...pictures[tag],
}))

/** Opens a page with one of them, loads what it asks for, and waits until all that it computes is there. */
export async function show(figures: Figures, { tag, attributes }: Shown): Promise<Locator> {
  const { page } = figures
  figures.tolerate(/404/) // models that there are not
  await serveModels(page.context())
  await figures.open(`<h1>A page</h1><${tag} ${attributes}></${tag}>`)
  const figure = page.locator(tag)
  await settled(figure, /^(asking|ready)$/)
  const start = figure.locator('.start')
  if (await start.isVisible()) await start.click()
  await figures.ready(tag)
  for (const plot of await figure.locator('wf-lines').all()) {
    const isThere = await plot.evaluate((one) => one.checkVisibility()) // a narrow figure may leave a chart out
    if (isThere) await expect(plot.locator('.u-over')).toBeVisible()
  }
  return figure
}
