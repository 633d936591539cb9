// A model of 135 million weights beside the peers that run such models, in a page for each type of weights.
import { percent } from './markdown.mjs'
import { undisturbed } from './waiting.mjs'

/** @param {object[]} items of the kind realSizes @returns {Promise<{item: object, candidates: object[], waited: number}[]>} */
export async function realSizesRun(bench, items, { rounds, threads }) {
  const settings = { rounds, sampleMs: 10, budgetMs: 30_000, least: 1 }
  const measured = []
  for (const type of new Set(items.map((item) => item.type))) {
    const start = performance.now()
    const works = items.filter((item) => item.type === type)
    const { value, waited } = await inPage(bench, { type, works, threads, settings })
    measured.push(...value.map((one) => ({ ...one, waited })))
    const seconds = (performance.now() - start) / 1000
    console.log(`  real sizes, ${type} (${seconds.toFixed(1)} s, waited ${percent(waited)})`)
  }
  return measured
}

async function inPage(bench, job) {
  const page = await bench.newPage()
  try {
    await page.waitForFunction(() => globalThis.bench)
    const measure = () => page.evaluate((job) => globalThis.bench.realSizes(job), job)
    return await undisturbed(measure)
  } finally {
    await page.context().close()
  }
}
