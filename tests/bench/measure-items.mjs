// One item after the other in the page; an item that brings the page down is told as such, and the next one gets a new page.
import { Results } from './results.mjs'

/** @param {(results: Results) => void} [told] what there is so far, after each item */
export async function measureItems(bench, items, settings, told = () => {}) {
  const measured = []
  for (const item of items) {
    const start = performance.now()
    const candidates = await bench
      .measure(item, settings)
      .catch((error) => [{ engine: 'the page', refused: `failed: ${String(error.message).split('\n')[0]}` }])
    measured.push({ item, candidates })
    told(new Results(measured))
    console.log(`  ${item.id} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  }
  return new Results(measured)
}
