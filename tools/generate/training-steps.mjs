// Writes web/elements/figures/train/training-steps.json: how many steps each encoding of the article's table, and the formula of its
// last chapter, needs to copy eight letters.
// The built package trains them, for a minute or two; a test compares (tests/wasm/train-figure.test.ts).
//   node tools/generate/training-steps.mjs
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importTypeScript } from '../build/typescript.mjs'
import { root } from '../paths.mjs'
import { main } from '../process.mjs'
import { formatted } from './generated.mjs'

const file = 'web/elements/figures/train/training-steps.json'
const encodings = ['rope', 'sinusoidal', 'none', 'alibi']
const bias = '4 * (d == -8)'
const setting = { task: 'copy', seed: 1, learningRate: 0.005 }
/** Share of the measured strings without a mistake; steps between two measurements; steps after which a run is given up. */
const [wanted, every, most] = [0.9, 10, 600]

await main(async () => {
  const { Session } = await importTypeScript('web/elements/figures/train/session.ts')
  const { tableSizes } = await importTypeScript('web/elements/figures/train/learner.ts')
  const { biasOf } = await importTypeScript('web/formula/position.ts')
  const { readFormula } = await importTypeScript('web/formula/read.ts')
  const { load } = await import(pathToFileURL(join(root, 'dist/node.mjs')))
  const library = await load({ variant: 'simd' }) // the same bits on every machine
  const trained = async (name, own) => {
    const session = await Session.open(library, { ...setting, encodings: [name], own })
    const steps = await stepsOf(session)
    session.close()
    console.log(name, steps ?? `more than ${most}`)
    return steps
  }
  const steps = {}
  for (const name of encodings) steps[name] = await trained(name)
  const { tokens: length, heads } = tableSizes(setting.task)
  const position = biasOf(readFormula(bias, 'bias'), { heads, length })
  const own = { bias, steps: await trained('custom', { position }) }
  writeFileSync(
    join(root, file),
    formatted(JSON.stringify({ ...setting, wanted, every, most, steps, own }), file),
  )
})

/** @returns null where they do not suffice */
async function stepsOf(session) {
  for (;;) {
    const { runs } = await session.look({ layer: 0, head: 0 })
    if (runs[0].curve.exactMatch.at(-1) >= wanted) return session.steps
    if (session.steps >= most) return null
    for (let i = 0; i < every; i++) await session.step()
  }
}
