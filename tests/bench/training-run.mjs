// Training on one thread in a page: steps, attention backwards, memory. The program is native/train.cpp, which checks its results.
// Steps beside those of the peers: page/training.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../tools/paths.mjs'
import { capture } from '../../tools/process.mjs'
import { undisturbed } from './waiting.mjs'

const trainingVariants = ['relaxed', 'simd']
export const trainingTarget = 'whereformer_train_bench'
const works = ['step/', 'attention/1024']
const peerSizes = ['S', 'M']
const peerRounds = 9
const recordFile = fileURLToPath(new URL('pytorch-training.json', import.meta.url))

/** @param machine as describeMachine tells it */
export async function trainingRun(bench, machine) {
  const measured = {}
  for (const variant of trainingVariants) {
    console.log(`  training, ${variant}`)
    measured[variant] = await measure(bench, variant)
  }
  console.log('  training, native')
  const native = works.flatMap((work) =>
    lines(capture(join(root, 'build/native', trainingTarget), [work]) ?? ''),
  )
  const peers = {}
  const waited = Object.fromEntries(trainingVariants.map((variant) => [variant, measured[variant].waited]))
  for (const size of peerSizes) {
    console.log(`  training, peers, ${size}`)
    const found = await besidePeers(bench, size)
    peers[size] = found.value
    waited[`beside the peers, ${size}`] = found.waited
  }
  const own = Object.fromEntries(trainingVariants.map((variant) => [variant, measured[variant].value]))
  return { ...own, native: byId(native), pytorch: recordOf(machine), peers, waited }
}

/** Milliseconds of each step by engine, in turns in one page. */
async function besidePeers(bench, size) {
  const page = await bench.newPage()
  try {
    await page.waitForFunction(() => globalThis.bench)
    const steps = ([size, rounds]) => globalThis.bench.trainingSteps(size, rounds)
    return await undisturbed(() => page.evaluate(steps, [size, peerRounds]))
  } finally {
    await page.context().close()
  }
}

async function measure(bench, variant) {
  const page = await bench.newPage()
  try {
    const job = { program: `/build/wasm-${variant}/${trainingTarget}.mjs`, works }
    const { value: output, waited } = await undisturbed(() => page.evaluate(runProgram, job))
    return { value: { ...byId(lines(output)), heap: await page.evaluate(heapAtM, variant) }, waited }
  } finally {
    await page.context().close()
  }
}

/** In the page: what the program prints. */
async function runProgram({ program, works }) {
  const { default: create } = await import(program)
  const said = []
  const tell = (line) => said.push(line)
  for (const work of works) await create({ arguments: [work], print: tell, printErr: tell })
  return said.join('\n')
}

/** In the page: bytes of the memory of the core for training after three steps of M. */
async function heapAtM(variant) {
  const memories = []
  for (const name of ['instantiate', 'instantiateStreaming']) {
    const original = WebAssembly[name]
    WebAssembly[name] = async (...given) => {
      const made = await original.apply(WebAssembly, given)
      const { exports } = made.instance ?? made
      memories.push(...Object.values(exports).filter((one) => one instanceof WebAssembly.Memory))
      return made
    }
  }
  const { load } = await import('/dist/web.mjs')
  const wf = await load({ variant })
  const sizes = { layers: 4, heads: 4, dModel: 128, dFf: 512, vocab: 64 }
  const biases = { queryBias: true, keyBias: true, valueBias: true, outputBias: true, mlpBias: true }
  const trainer = await wf.trainer({
    model: {
      ...{ ...sizes, ...biases, norm: 'layer', activation: 'gelu_tanh', gated: false, tieHead: true },
      ...{ length: 64, position: [{ type: 'learned' }] },
    },
    optimizer: { learningRate: 1e-3, clip: 1 },
    seed: 1,
  })
  const ids = Array.from({ length: 16 }, (_, s) => Array.from({ length: 64 }, (_, t) => (7 * t + s) % 64))
  const losses = [1, 2, 3].map(() => trainer.step({ inputIds: ids, targets: ids }).loss)
  if (!(losses[2] < losses[0])) throw new Error(`the loss does not fall: ${losses}`)
  return memories.at(-1).buffer.byteLength
}

/** A line that is no JSON tells what went wrong. */
function lines(output) {
  return output
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      if (!line.startsWith('{')) throw new Error(`${trainingTarget}: ${line}`)
      return JSON.parse(line)
    })
}

const byId = (all) => Object.fromEntries(all.map((one) => [one.id, one]))

function recordOf({ cpu }) {
  return JSON.parse(readFileSync(recordFile, 'utf8'))[cpu]
}
