// Measures the built article as a new visitor loads it and writes docs/page-numbers.md: first figure, download, slider, repaint, training here and in
// workers, a checkpoint that loads, a worker that crashed, long tasks.
// npm run measure:page [-- --print]   --print writes no file
import { rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { preview } from 'vite'
import { buildDemo, demo } from '../build/demo.mjs'
import { root } from '../paths.mjs'
import { main } from '../process.mjs'
import { SCREEN, walk, watchTasks } from './measure-walk.mjs'
import { randomCheckpoint } from './random-checkpoint.mjs'

const ROUNDS = 5
const target = join(root, 'docs/page-numbers.md')
const limits = {
  firstFigure: 600,
  hero: 1000,
  download: 400_000,
  redraw: 16,
  repaint: 4,
  training: 500,
  longest: 50,
  still: 200,
  recovery: 1000,
  shift: 0.02,
  slow: 300,
}
/** How much slower a phone's processor is taken to be. */
const SLOWER = 6
const FRAME = 1000 / 60
const RUNS = 'task=parity&encodings=none+alibi&train-length=4&test-lengths=4+8+12&seeds=2&steps=200'
const ALIVE = 'the first figure of the article is alive'

await main(async () => {
  await buildDemo()
  const server = await preview({ root: demo, preview: { port: 0, host: '127.0.0.1' }, logLevel: 'warn' })
  const address = server.resolvedUrls.local[0]
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const loads = []
    for (let i = 0; i < ROUNDS; i++) loads.push(await load(browser, address))
    const slides = await slide(browser, address)
    const repaints = await repaint(browser, address)
    const trainings = []
    for (let i = 0; i < ROUNDS; i++) trainings.push(await train(browser, address))
    const runs = []
    for (let i = 0; i < ROUNDS; i++) runs.push(await trainInWorkers(browser, address))
    const checkpoint = await loadCheckpoints(browser, address)
    const recoveries = []
    for (let i = 0; i < ROUNDS; i++) recoveries.push(await recover(browser, address))
    const walks = [await walk(browser, address, 1), await walk(browser, address, SLOWER)]
    const measured = { loads, slides, repaints, trainings, runs, checkpoint, recoveries, walks }
    const text = page({ ...measured, browser: browser.version() })
    console.log(text)
    if (!process.argv.includes('--print')) writeFileSync(target, text)
  } finally {
    await browser.close()
    await new Promise((resolve) => server.httpServer.close(resolve))
  }
})

/**
 * A fresh profile: nothing in any cache. Navigation until a figure has its picture on the screen, and until the first one of the article
 * has. The page itself says so: a question that waits in the page (waitForFunction) makes the browser lay out all of it before its style
 * sheet has come, the longest task of all, which no reader ever sees.
 */
async function load(browser, address) {
  const context = await browser.newContext({ viewport: SCREEN })
  const page = await context.newPage()
  const files = []
  page.on('response', (response) => files.push(response))
  const isAlive = (message) => message.text() === ALIVE
  const alive = page.waitForEvent('console', { predicate: isAlive, timeout: 60_000 })
  await page.addInitScript(watchTasks)
  await page.addInitScript((said) => {
    addEventListener('wf-ready', ({ target }) => {
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          globalThis.firstFigure ??= performance.now()
          if (target.id !== 'fig-hero' || globalThis.hero) return
          globalThis.hero = performance.now()
          console.debug(said)
        }),
      )
    })
  }, ALIVE)
  await page.goto(address, { waitUntil: 'commit' })
  await alive
  await page.waitForTimeout(1000)
  const { firstFigure, hero, tasks } = await page.evaluate(() => ({
    firstFigure: globalThis.firstFigure,
    hero: globalThis.hero,
    tasks: globalThis.tasks,
  }))
  const sizes = await Promise.all(files.map(sizeOf))
  await context.close()
  return { firstFigure, hero, tasks, sizes: sizes.filter(Boolean) }
}

async function sizeOf(response) {
  const { pathname } = new URL(response.url())
  const body = await response.body().catch(() => undefined)
  if (!body || pathname.endsWith('.safetensors')) return undefined
  return {
    name: pathname,
    plain: body.length,
    gzip: gzipSync(body).length,
    brotli: brotliCompressSync(body).length,
  }
}

/** A map of 256 × 256 cells while its slider moves: from the key, at the start of a frame, to the new pixels on the canvas. */
async function slide(browser, address) {
  const { page, map, cells } = await openMap(browser, address, 'encoding=rope&length=256&dim=256')
  const times = await page.locator('wf-encoding input[type=range]#parameter-base').evaluate(async (input) => {
    globalThis.tasks.length = 0
    const found = []
    for (let i = 0; i < 60; i++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const start = performance.now()
      const ready = new Promise((resolve) => addEventListener('wf-ready', resolve, { once: true }))
      const drawn = new Promise((resolve) => {
        globalThis.onPixels = resolve
      })
      input.stepUp(i % 2 ? -1 : 1)
      input.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
      await ready
      const computed = performance.now() - start
      found.push({ computed, painted: (await drawn) - start })
    }
    return found.slice(10) // the first ones compile
  })
  await map.waitFor()
  const tasks = await page.evaluate(() => globalThis.tasks)
  await page.close()
  return { times, tasks, cells }
}

/** A map of 512 × 512 cells repainted in other colours: only this work. */
async function repaint(browser, address) {
  const { page, map, cells } = await openMap(browser, address, 'encoding=alibi&length=512')
  const times = await map.evaluate(async (element) => {
    const found = []
    for (let i = 0; i < 40; i++) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const start = performance.now()
      element.low -= 1
      await element.updateComplete
      found.push(performance.now() - start)
    }
    return found.slice(10)
  })
  await page.close()
  return { times, cells }
}

/** From the press of "Play" until another number of steps is on the screen, and the tasks of the seconds that follow. */
async function train(browser, address) {
  const context = await browser.newContext({ viewport: SCREEN })
  const page = await context.newPage()
  await page.addInitScript(watchTasks)
  await page.goto(address)
  const figure = page.locator('#fig-train')
  await figure.evaluate((one) => one.scrollIntoView())
  const play = figure.locator('button.play')
  await play.waitFor()
  await page.waitForTimeout(1500)
  const moved = await figure.evaluate(async (element) => {
    globalThis.tasks.length = 0
    const said = () => element.shadowRoot.querySelector('.now').textContent
    const before = said()
    const start = performance.now()
    element.shadowRoot.querySelector('button.play').click()
    do await new Promise(requestAnimationFrame)
    while (said() === before)
    return performance.now() - start
  })
  await page.waitForTimeout(4000)
  const tasks = await page.evaluate(() => globalThis.tasks)
  await context.close()
  return { moved, tasks }
}

/** Four short runs of wf-lengths in its workers, until the last has ended: the tasks of the page meanwhile. */
async function trainInWorkers(browser, address) {
  const context = await browser.newContext({ viewport: SCREEN })
  const page = await context.newPage()
  await page.addInitScript(watchTasks)
  await page.goto(`${address}embed/?element=wf-lengths&${RUNS}`)
  const figure = page.locator('wf-lengths')
  await figure.locator('.more-button').click()
  const button = figure.locator('button.train')
  await button.waitFor()
  await page.waitForTimeout(1000)
  await page.evaluate(() => {
    globalThis.tasks.length = 0
  })
  await button.click()
  await figure.locator('button.stop').waitFor()
  await button.waitFor({ timeout: 120_000 })
  const tasks = await page.evaluate(() => globalThis.tasks)
  await context.close()
  return { tasks }
}

/** Loads random weights, equal in each round; measures what the page shows and does meanwhile. */
async function loadCheckpoints(browser, address) {
  const { folder, files, bytes } = await randomCheckpoint()
  try {
    const rounds = []
    for (let i = 0; i < ROUNDS; i++) rounds.push(await loadCheckpoint(browser, address, files))
    return { bytes, rounds }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** From the press of "Load" until the model is there: the longest time without a frame, and the tasks of the page. */
async function loadCheckpoint(browser, address, files) {
  const context = await browser.newContext({ viewport: SCREEN })
  const page = await context.newPage()
  await page.addInitScript(watchTasks)
  await page.goto(`${address}embed/?element=wf-your-model`)
  const figure = page.locator('wf-your-model')
  await figure.locator('.files-input').setInputFiles(files)
  await figure.locator('button.load').waitFor()
  await page.waitForTimeout(1000)
  const found = await figure.evaluate(async (element) => {
    globalThis.tasks.length = 0
    const root = element.shadowRoot
    const start = performance.now()
    let [last, still] = [start, 0]
    root.querySelector('button.load').click()
    do {
      await new Promise(requestAnimationFrame)
      const now = performance.now()
      still = Math.max(still, now - last)
      last = now
    } while (!root.querySelector('.ready, .refusal'))
    return { still, loaded: last - start, refused: root.querySelector('.refusal')?.textContent }
  })
  if (found.refused) throw new Error(`the checkpoint was refused: ${found.refused}`)
  const tasks = await page.evaluate(() => globalThis.tasks)
  await context.close()
  return { ...found, tasks }
}

/** After its worker has crashed, a figure is changed: until its new pixels are there, from a worker that starts. */
async function recover(browser, address) {
  const { page } = await openMap(browser, address, 'encoding=rope&length=64&dim=64')
  const [worker] = page.workers()
  const ended = worker.waitForEvent('close')
  await worker.evaluate(() => {
    setTimeout(() => {
      throw new Error('a crash, to be measured')
    })
  })
  await ended
  const time = await page.locator('wf-encoding input[type=range]#parameter-base').evaluate(async (input) => {
    const start = performance.now()
    const drawn = new Promise((resolve) => {
      globalThis.onPixels = resolve
    })
    input.stepUp(1)
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    return (await drawn) - start
  })
  if (page.workers().length !== 1) throw new Error('the pixels are not from a new worker')
  await page.close()
  return time
}

async function openMap(browser, address, settings) {
  const page = await browser.newPage({ viewport: SCREEN })
  await page.addInitScript(watchTasks)
  await page.addInitScript(watchPixels)
  await page.goto(`${address}embed/?element=wf-encoding&${settings}`)
  const map = page.locator('wf-encoding wf-matrix-canvas').first()
  await map.waitFor()
  await page.waitForTimeout(1000)
  const cells = await map.locator('canvas').evaluate(({ width, height }) => [width, height])
  return { page, map, cells }
}

/** When a canvas has new pixels. */
function watchPixels() {
  const put = CanvasRenderingContext2D.prototype.putImageData
  CanvasRenderingContext2D.prototype.putImageData = function (...given) {
    put.apply(this, given)
    globalThis.onPixels?.(performance.now())
  }
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]
}

function ms(value) {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`
}

function kB(bytes) {
  return `${(bytes / 1000).toFixed(0)} kB`
}

function page({ loads, slides, repaints, trainings, runs, checkpoint, recoveries, walks, browser }) {
  const first = loads.map(({ firstFigure }) => firstFigure)
  const heroes = loads.map(({ hero }) => hero)
  const moved = trainings.map(({ moved }) => moved)
  // spread: one per measurement, some dozens
  const range = (times) => `${ms(median(times))} (${ms(Math.min(...times))} … ${ms(Math.max(...times))})`
  const sizes = loads[0].sizes
  const total = (kind) => sizes.reduce((sum, size) => sum + size[kind], 0)
  const computed = slides.times.map((time) => time.computed)
  const painted = slides.times.map((time) => time.painted)
  const stills = checkpoint.rounds.map(({ still }) => still)
  const whole = checkpoint.rounds.map(({ loaded }) => loaded)
  const inFrame = painted.filter((time) => time < FRAME).length
  // spread: one per measurement, some dozens
  const longest = (tasks) => Math.max(0, ...tasks)
  const largest = [...sizes].sort((a, b) => b.gzip - a.gzip).slice(0, 8)
  return `<!-- Written by npm run measure:page. Do not edit. -->
# What the page costs · 页面的开销

${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}, Chromium ${browser} without a GPU, ${SCREEN.width} × ${SCREEN.height}, served from this machine, ${ROUNDS} loads with a cold cache. Load average of the machine at the end: ${loadavg()[0]?.toFixed(1)}; above ${cpus().length} other work was in the way.

| what 指标 | measured 实测 | wanted 目标 |
| --- | --- | --- |
| navigation until the first figure is drawn, median 从导航到第一张图 | ${range(first)} | ≤ ${ms(limits.firstFigure)} |
| until the first figure of the article is alive, with its models, median 到文首的图可以操作 | ${range(heroes)} | ≤ ${ms(limits.hero)} |
| first download, brotli, without weights 首次下载（brotli，不含权重） | ${kB(total('brotli'))} (gzip ${kB(total('gzip'))}, plain ${kB(total('plain'))}) | ≤ ${kB(limits.download)} |
| longest task while loading, median 加载时最长任务 | ${ms(median(loads.map(({ tasks }) => longest(tasks))))} | ≤ ${ms(limits.longest)} |
| slider, map of ${slides.cells.join(' × ')}: until computed, median 拖动滑块：算完 | ${ms(median(computed))} | |
| until its pixels are painted, median 画好像素 | ${ms(median(painted))} (largest ${ms(longest(painted))}; ${inFrame} of ${painted.length} within the frame) | ≤ ${ms(limits.redraw)} |
| map of ${repaints.cells.join(' × ')} painted again, median 重画 | ${ms(median(repaints.times))} (largest ${ms(longest(repaints.times))}) | ≤ ${ms(limits.repaint)} |
| longest task while sliding 拖动时最长任务 | ${slides.tasks.length ? ms(longest(slides.tasks)) : 'none above 50 ms'} | ≤ ${ms(limits.longest)} |
| training: from the press of Play to the first step on the screen, median 按下“开始”到第一步 | ${range(moved)} | ≤ ${ms(limits.training)} |
| longest task while training, median 训练时最长任务 | ${ms(median(trainings.map(({ tasks }) => longest(tasks))))} | ≤ ${ms(limits.longest)} |
| longest task of the page while wf-lengths trains in workers, median 在 worker 中训练时页面的最长任务 | ${ms(median(runs.map(({ tasks }) => longest(tasks))))} | ≤ ${ms(limits.longest)} |
| longest time without a frame while wf-your-model loads a checkpoint of ${(checkpoint.bytes / 1e6).toFixed(0)} MB (random weights), median 加载检查点（随机权重）时最长多久没有新画面 | ${range(stills)}; loaded in ${ms(median(whole))} | ≤ ${ms(limits.still)} |
| longest task of the page meanwhile, median 其间页面的最长任务 | ${ms(median(checkpoint.rounds.map(({ tasks }) => longest(tasks))))} | ≤ ${ms(limits.longest)} |
| after its worker crashed, until a changed figure is drawn again, median 工作线程崩溃之后，到图重新画出 | ${range(recoveries)} | ≤ ${ms(limits.recovery)} |
| longest task while scrolling through all steps of the article 滚过全文各步时最长任务 | ${ms(longest(walks[0].tasks))} (${walks[0].followed} of ${walks[0].steps} steps followed) | ≤ ${ms(limits.longest)} |
| layout shift meanwhile, from the navigation on 其间的版面移动（自导航起） | ${walks[0].shift.toFixed(3)} | < ${limits.shift} |
| longest task of the same on a processor that is ${SLOWER} times slower 处理器慢 ${SLOWER} 倍时最长任务 | ${ms(longest(walks[1].tasks))} (${walks[1].followed} of ${walks[1].steps} steps followed) | ≤ ${ms(limits.slow)} |

0 ms means that the browser reported no task of 50 ms or more.

## The first download, largest files · 首次下载中最大的文件

| file 文件 | gzip | brotli |
| --- | --- | --- |
${largest.map(({ name, gzip, brotli }) => `| ${name.replace(/-[\w-]{8}\./, '.')} | ${kB(gzip)} | ${kB(brotli)} |`).join('\n')}
`
}
