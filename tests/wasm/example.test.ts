// examples/checkpoint/run.mjs on golden checkpoints, with references made of the golden logits.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { fileUrl, golden } from '../support/golden.js'
import { trainedFolder } from '../support/models.js'
import { float32, type TensorData, wellFormed } from '../support/safetensors-file.js'

const script = fileURLToPath(new URL('../../examples/checkpoint/run.mjs', import.meta.url))
const folderOf = (name: string) => fileURLToPath(fileUrl(`models/${name}/`))
const scratch = mkdtempSync(join(tmpdir(), 'whereformer-example-'))
afterAll(() => rmSync(scratch, { recursive: true }))

interface Ended {
  code: number
  out: string
  err: string
}

function run(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...args], (error, out, err) => {
      resolve({ code: error ? Number(error.code) : 0, out, err })
    })
  })
}

const int64 = (values: ArrayLike<number>): TensorData => ({
  dtype: 'I64',
  shape: [values.length],
  bytes: new Uint8Array(BigInt64Array.from(Array.from(values, BigInt)).buffer),
})

let files = 0

/** The golden sentence of a model, as the Python lines of the README write it. */
function reference(name: string, change: (logits: Float32Array) => void = () => {}): string {
  const file = golden(`models/${name}/expected.safetensors`)
  const logits = file.tensor('sentence.logits')
  const data = logits.data.slice()
  change(data)
  const decoder: Record<string, TensorData> = file.has('sentence.decoderIds')
    ? { decoder_input_ids: int64(file.values('sentence.decoderIds')) }
    : {}
  const path = join(scratch, `${++files}.safetensors`)
  const tensors: Record<string, TensorData> = {
    input_ids: int64(file.values('sentence.ids')),
    ...decoder,
    logits: float32(logits.shape, data),
  }
  writeFileSync(path, wellFormed(tensors))
  return path
}

test.each(['llama-f16-gqa', 'gpt2-f32-shards', 'bert-f32', 't5-f32'])('%s is its original', async (name) => {
  const { code, out, err } = await run(folderOf(name), '--logits', reference(name), '--tolerance', '1e-4')
  expect(err).toBe('')
  expect(out).toMatch(/^\S+: \d+ layers of width \d+, loaded in [\d.]+ s\n\d+ tokens: /)
  expect(out.match(/ % {2}\d+/g)?.length).toBe(5)
  expect(out).toContain('the logits are the original')
  expect(code).toBe(0)
})

test('text goes in, and tokens are shown with theirs', async () => {
  const { code, out } = await run(fileURLToPath(trainedFolder('tiny-shakespeare-rope')), '--text', 'ROMEO:')
  expect(out).toContain('6 tokens: ')
  expect(out).toContain('"R"')
  expect(code).toBe(0)
})

describe('exit codes', () => {
  const name = 'llama-f16-gqa'
  const broken = (bytes: Uint8Array) => {
    const path = join(scratch, `${++files}.safetensors`)
    writeFileSync(path, bytes)
    return path
  }

  test.each<[string, () => string[], number, ...string[]]>([
    [
      'one logit differs',
      () => [folderOf(name), '--logits', reference(name, (d) => (d[30] = (d[30] ?? 0) + 1))],
      1,
      'token 1, id 7',
    ],
    [
      'the reference holds NaN',
      () => [folderOf(name), '--logits', reference(name, (d) => (d[4] = Number.NaN))],
      1,
      'NaN',
    ],
    [
      'the reference is of another model',
      () => [folderOf('llama-f32-gqa-biases'), '--logits', reference(name)],
      1,
      '11 × 23',
    ],
    ['no folder', () => [], 2, 'one folder', 'node run.mjs'],
    ['an unknown option', () => [folderOf(name), '--loud'], 2, '--loud'],
    ['a tolerance of 0', () => [folderOf(name), '--tolerance', '0'], 2, '--tolerance'],
    ['a folder without a model', () => [scratch], 2, 'config.json', 'no such file'],
    [
      'a reference that is none',
      () => [folderOf(name), '--logits', broken(new Uint8Array(9))],
      2,
      '.safetensors',
    ],
    [
      'a reference without ids',
      () => [folderOf(name), '--logits', broken(wellFormed({ logits: float32([1], [1]) }))],
      2,
      'input_ids',
    ],
    ['text without a tokenizer', () => [folderOf(name), '--text', 'a'], 3, 'tokenizer'],
    ['ids past the vocabulary', () => [folderOf(name), '--ids', '1,999'], 3, '999'],
    [
      'an encoder–decoder without decoder ids',
      () => [folderOf('t5-f32'), '--ids', '1'],
      3,
      'decoderInputIds',
    ],
  ])('%s', async (_, args, code, ...words) => {
    const ended = await run(...args())
    for (const word of words) expect(ended.err).toContain(word)
    expect(ended.code).toBe(code)
  })

  test('--help', async () => {
    const { code, out } = await run('--help')
    expect(out).toContain('node run.mjs <folder>')
    expect(code).toBe(0)
  })
})

test('the README says the same options and codes', () => {
  const readme = readFileSync(new URL('../../examples/checkpoint/README.md', import.meta.url), 'utf8')
  for (const option of ['--logits', '--text', '--ids', '--tolerance']) expect(readme).toContain(option)
  for (const code of [0, 1, 2, 3]) expect(readme).toMatch(new RegExp(`^\\| ${code} \\|`, 'm'))
})
