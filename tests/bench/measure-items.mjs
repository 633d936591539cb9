// One item after the other in the page, once more where other programs took the cores; an item that brings the page down is told as such,
// and the next one gets a new page.
import { percent } from './markdown.mjs'
import { Results } from './results.mjs'
import { undisturbed } from './waiting.mjs'

/** @param {(results: Results) => void} [told] what there is so far, after each item */
export async function measureItems(bench, items, settings, told = () => {}) {
  const measured = []
  for (const item of items) {
    const start = performance.now()
    const { value: candidates, waited } = await undisturbed(() => candidatesOf(bench, item, settings))
    measured.push({ item, candidates, waited })
    told(new Results(measured))
    const seconds = (performance.now() - start) / 1000
    console.log(`  ${item.id} (${seconds.toFixed(1)} s, waited ${percent(waited)})`)
  }
  return new Results(measured)
}

function candidatesOf(bench, item, settings) {
  return bench
    .measure(item, settings)
    .catch((error) => [{ engine: 'the page', refused: `failed: ${String(error.message).split('\n')[0]}` }])
}
