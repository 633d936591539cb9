// Scrolls through all steps of the article as a reader does: long tasks, layout shift, and whether each figure follows its step.

export const SCREEN = { width: 1440, height: 900 }
/** A step that is not followed within this time, in ms, is not followed. */
const PATIENCE = 10_000

/**
 * @param slower 1: the processor as it is; 6: six times slower
 * @returns {Promise<{ tasks: number[], shift: number, steps: number, followed: number }>} durations of long tasks in ms; the sum of all layout
 *   shifts that no input caused
 */
export async function walk(browser, address, slower) {
  const context = await browser.newContext({ viewport: SCREEN })
  const page = await context.newPage()
  await page.addInitScript(watchTasks)
  await page.addInitScript(watchShifts)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(address)
  await page.waitForFunction(() => document.querySelector('#fig-hero')?.phase === 'ready')
  const seen = await page.evaluate(throughSteps, PATIENCE)
  await context.close()
  return seen
}

/** Runs in the page, from its start: `tasks` has the durations of its long tasks, in ms. */
export function watchTasks() {
  globalThis.tasks = []
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

function watchShifts() {
  globalThis.shift = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.shift += value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page. A step is followed when its figure has drawn the settings that the step asks for. */
async function throughSteps(patience) {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const frames = async (count, each = () => {}) => {
    for (let i = 1; i <= count; i++) {
      each(i / count)
      await frame()
    }
  }
  const steps = [...document.querySelectorAll('.chapter > .steps > .step')]
  let followed = 0
  for (const step of steps) {
    const figure = step.closest('.chapter').querySelector(':scope > .stage .live')
    const wanted = Object.entries(JSON.parse(step.dataset.state ?? '{}'))
    const isShown = () =>
      figure.phase === 'ready' &&
      wanted.every(([key, value]) => JSON.stringify(figure[key]) === JSON.stringify(value))
    const [from, way] = [scrollY, step.getBoundingClientRect().top - innerHeight / 2 + 24]
    await frames(12, (share) => scrollTo({ top: from + way * share, behavior: 'instant' }))
    const end = performance.now() + patience
    do await frame()
    while (!isShown() && performance.now() < end)
    if (isShown()) followed++
    await frames(30)
  }
  return { tasks: globalThis.tasks, shift: globalThis.shift, steps: steps.length, followed }
}
