// Interleaved timing: one sample of every candidate per round, so that a slow minute of the machine hits all of them.

const WARM_UP_MS = 150
const SLOW_MS = 300
const LONGEST_YARDSTICK_MS = 40

/**
 * Adds `samples` (milliseconds per run, one place per round; null where a slow candidate sat out) and `repeats` to each candidate.
 * @param {{run: () => unknown, roughly: number, own?: boolean, yardstick?: boolean}[]} candidates
 * @param {{rounds: number, sampleMs: number, budgetMs: number, least?: number}} settings budgetMs: what one candidate may take, though never
 *   fewer than `least` samples, three when absent
 */
export async function timeInRounds(candidates, settings) {
  for (const candidate of candidates) await warmUp(candidate)
  await pause(100) // optimising compilers finish beside us
  await calibrateAll(candidates, settings)
  const { rounds } = settings
  for (let round = 0; round < rounds; round++) {
    for (let i = 0; i < candidates.length; i++) {
      const candidate = candidates[(i + round) % candidates.length]
      const due = round % candidate.every === 0
      candidate.samples[round] = due ? await sample(candidate, candidate.repeats) : null
    }
    await pause(0)
  }
}

async function warmUp(candidate) {
  if (candidate.roughly > SLOW_MS) return // its checked runs were long enough
  const end = performance.now() + WARM_UP_MS
  do await settled(candidate.run())
  while (performance.now() < end)
}

/** A yardstick's samples are about as long as ours, up to a limit: a long sample meets more of the neighbours' turns than a short one. */
async function calibrateAll(candidates, settings) {
  for (const candidate of candidates.filter(({ yardstick }) => !yardstick)) {
    await calibrate(candidate, settings)
  }
  const ours = candidates.filter(({ own }) => own).map(({ lasts }) => lasts)
  const sampleMs = Math.min(LONGEST_YARDSTICK_MS, Math.max(settings.sampleMs, ...ours))
  for (const candidate of candidates.filter(({ yardstick }) => yardstick)) {
    await calibrate(candidate, { ...settings, sampleMs })
  }
}

/** As many runs per sample as make it long enough for a clock of tenths of milliseconds. */
async function calibrate(candidate, { rounds, sampleMs, budgetMs, least = 3 }) {
  let repeats = 1
  let ms = candidate.roughly > SLOW_MS ? candidate.roughly : await quickest(candidate, repeats)
  while (!candidate.ownClock && ms * repeats < sampleMs / 4) {
    repeats *= 2
    ms = await quickest(candidate, repeats)
  }
  candidate.repeats = candidate.ownClock ? 1 : Math.max(1, Math.round(sampleMs / ms))
  candidate.lasts = ms * candidate.repeats
  const affordable = Math.max(least, budgetMs / candidate.lasts)
  candidate.every = Math.max(1, Math.ceil(rounds / affordable))
  candidate.samples = []
}

/** Of three short tries, since a neighbour's turn on the core would make one look long. */
async function quickest(candidate, repeats) {
  const first = await sample(candidate, repeats)
  if (first * repeats > 20) return first
  return Math.min(first, await sample(candidate, repeats), await sample(candidate, repeats))
}

async function sample({ run, ownClock }, repeats) {
  if (ownClock) return run() // tells the time of one of its own steps
  const start = performance.now()
  for (let i = 0; i < repeats; i++) {
    const pending = run()
    if (pending instanceof Promise) await pending // engines that answer at once do not pay for a turn of the loop
  }
  return (performance.now() - start) / repeats
}

async function settled(pending) {
  if (pending instanceof Promise) await pending
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
