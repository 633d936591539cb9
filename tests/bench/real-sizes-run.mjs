// A model of 135 million weights beside the peers that run such models, in a page for each type of weights.

/** @param {object[]} items of the kind realSizes @returns {Promise<{item: object, candidates: object[]}[]>} */
export async function realSizesRun(bench, items, { rounds, threads }) {
  const settings = { rounds, sampleMs: 10, budgetMs: 30_000, least: 1 }
  const measured = []
  for (const type of new Set(items.map((item) => item.type))) {
    const start = performance.now()
    const works = items.filter((item) => item.type === type)
    measured.push(...(await inPage(bench, { type, works, threads, settings })))
    console.log(`  real sizes, ${type} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  }
  return measured
}

async function inPage(bench, job) {
  const page = await bench.newPage()
  try {
    await page.waitForFunction(() => globalThis.bench)
    return await page.evaluate((job) => globalThis.bench.realSizes(job), job)
  } finally {
    await page.context().close()
  }
}
