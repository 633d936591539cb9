// `npx whereformer inspect`, `perplexity` and `identify`, as the built program.

import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lfsPointer, zip } from '../support/foreign-files.js'
import { fileUrl, golden as goldenFile } from '../support/golden.js'
import { COMMIT, type HubServer, hubServer, snapshotOf } from '../support/hub-server.js'
import { goldenModels, takeApart, trainedFolder } from '../support/models.js'
import { npyFile } from '../support/npy-file.js'
import { packageFile } from '../support/package-files.js'

const program = fileURLToPath(packageFile('command.mjs'))
const golden = (name: string) => fileURLToPath(fileUrl(`models/${name}/`))
const shakespeare = fileURLToPath(trainedFolder('tiny-shakespeare-rope'))

let scratch = ''
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'whereformer-command-'))
})
afterAll(() => rmSync(scratch, { recursive: true }))

interface Ran {
  code: number
  out: string
  err: string
}

const run = (...args: string[]): Promise<Ran> => runIn({}, ...args)

function runIn(more: Readonly<Record<string, string>>, ...args: string[]): Promise<Ran> {
  const options = { timeout: 60_000, env: { ...process.env, ...more } }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], options, (cause, out, err) => {
      resolve({ code: cause ? Number(cause.code ?? Number.NaN) : 0, out, err })
    })
  })
}

/** A copy of a golden checkpoint as its own folder, without the expected values. */
function copyOf(name: string): string {
  const folder = join(scratch, name)
  cpSync(golden(name), folder, { recursive: true })
  rmSync(join(folder, 'expected.safetensors'), { force: true })
  return folder
}

/** A folder of these files beside the config of a golden checkpoint. */
function folderWith(name: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = join(scratch, name)
  mkdirSync(folder)
  const all = { 'config.json': readFileSync(join(golden('gpt2-f32'), 'config.json')), ...files }
  for (const [file, content] of Object.entries(all)) writeFileSync(join(folder, file), content)
  return folder
}

/** Numbers in the files of a golden checkpoint that a model reads, tables that are stored several times once. */
function numbersIn(name: string, ignored: readonly string[]): number {
  const files = readdirSync(golden(name)).filter((file) => /^model.*\.safetensors$/.test(file))
  const tensors = files.flatMap((file) => Object.entries(takeApart(readFileSync(join(golden(name), file)))))
  const read = tensors.filter(([tensor]) => !ignored.includes(tensor))
  const once = new Map(read.map(([, { bytes, shape }]) => [Buffer.from(bytes).toString('base64'), shape]))
  return [...once.values()].reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0)
}

describe('inspect', () => {
  test('every golden checkpoint would load', async () => {
    const names = goldenModels().filter((name) =>
      /^(bert|deberta-v3|t5|xlnet|gemma3|falcon-rw|gpt2-f32-shards)/.test(name),
    )
    expect(names.length).toBeGreaterThan(8)
    for (const name of names) {
      const { code, out } = await run('inspect', golden(name), '--json')
      const report = JSON.parse(out)
      expect([name, code, report.loads, report.refused]).toEqual([name, 0, true, []])
      if (name === 't5-f32-untied') continue // headers do not tell that its tables differ
      expect([name, report.parameters]).toEqual([name, numbersIn(name, report.ignored.tensors)])
      expect(
        report.positions.flatMap(({ layers }: { layers: number[] }) => layers).length,
      ).toBeGreaterThanOrEqual(report.layers)
    }
  })

  test('position that a convolution brings in', async () => {
    const { out } = await run('inspect', golden('wav2vec2-f32'))
    expect(out).toContain('a convolution over neighbouring frames brings position in')
    expect((await run('inspect', golden('whisper-f32'))).out).not.toContain('convolution')
  })

  test('base, wavelengths, windows and scaling, as text and as JSON', async () => {
    const { out } = await run('inspect', golden('mistral-f32'))
    expect(out).toContain('mistral')
    expect(out).toContain('{"type":"rope","base":1000}')
    expect(out).toContain('window: 4 keys to the left')
    expect(out).toContain('wavelengths 6.28 to 1117.3 positions; 2 complete no turn within 96')
    const report = JSON.parse((await run('inspect', golden('mistral-f32'), '--json')).out)
    const [{ frequencies, window, layers }] = report.positions
    expect([layers, window]).toEqual([[0, 1], { left: 4 }])
    // base^(i/4) · 2π for i = 0 … 3
    const lengths = [0, 1, 2, 3].map((i) => 2 * Math.PI * 1000 ** (i / 4))
    expect(frequencies.shortest).toBeCloseTo(lengths[0] as number, 4)
    expect(frequencies.longest).toBeCloseTo(lengths[3] as number, 1)
    expect([frequencies.pairs, frequencies.unfinished]).toEqual([4, lengths.filter((x) => x > 96).length])
  })

  test('the context: RoBERTa’s table begins with rows that no position uses', async () => {
    for (const [name, context] of [
      ['roberta-f32', 38], // 40 rows
      ['bert-f32', 40],
      ['mistral-f32', 96],
    ] as const)
      expect(JSON.parse((await run('inspect', golden(name), '--json')).out).context, name).toBe(context)
  })

  test('an encoder–decoder: the token that its decoder begins with', async () => {
    const start = async (name: string) =>
      JSON.parse((await run('inspect', golden(name), '--json')).out).decoderStart
    expect([await start('bart-f32'), await start('t5-f32'), await start('bert-f32')]).toEqual([
      2,
      0,
      undefined,
    ])
  })

  test('the memory of the weights as they are, and in 8 bits', async () => {
    const { bytes, q8Bytes, parameters } = JSON.parse((await run('inspect', shakespeare, '--json')).out)
    const norms = 9 * 128 // float32
    const matrices = parameters - norms
    expect([bytes, q8Bytes]).toEqual([2 * matrices + 4 * norms, (34 / 32) * matrices + 4 * norms])
    const { out } = await run('inspect', shakespeare)
    expect(out).toContain(
      `${(bytes / 1e6).toFixed(1)} MB in memory (${(q8Bytes / 1e6).toFixed(1)} with weights: 'q8')`,
    )
  })

  test('what is ignored', async () => {
    const { ignored } = JSON.parse((await run('inspect', golden('llama-f32-unread'), '--json')).out)
    expect(ignored.fields).toContain('rope_interleaved')
    expect(ignored.tensors).toContain('score.weight')
  })

  test('what would be refused, each fault', async () => {
    const folder = copyOf('gpt2-f32')
    const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'))
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, n_layer: 3 }))
    const missing = await run('inspect', folder)
    expect(missing.code).toBe(1)
    expect(missing.out).toContain('would be refused')
    expect(missing.out).toContain('h.2.ln_1.weight')
    writeFileSync(
      join(folder, 'config.json'),
      JSON.stringify({ ...config, scale_attn_by_inverse_layer_idx: true }),
    )
    const { code, out } = await run('inspect', folder, '--json')
    expect([code, JSON.parse(out).loads]).toEqual([1, false])
    expect(JSON.parse(out).refused[0]).toContain('scale_attn_by_inverse_layer_idx')
  })

  test('characters that a terminal obeys are shown, not sent', async () => {
    const modelType = 'gpt2\u001b[31m\r\u009b2J\u202e\u2028\nrefused: nothing'
    const config = JSON.stringify({ model_type: modelType, '\u001b]0;title\u0007': 1 })
    const folder = folderWith('escapes', { 'config.json': config, 'model.safetensors': 'x' })
    cpSync(join(golden('gpt2-f32'), 'model.safetensors'), join(folder, 'model.safetensors'))
    const { code, out } = await run('inspect', folder)
    expect([code, out.replaceAll('\n', '')]).toEqual([1, expect.not.stringMatching(/[\p{Cc}\u202e\u2028]/u)])
    expect(out.split('\n')[0]).toContain('gpt2\\u001b[31m\\u000d\\u009b2J\\u202e\\u2028\\nrefused: nothing')
    const json = await run('inspect', folder, '--json')
    expect(json.out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e\u2028]/u)
    expect(JSON.parse(json.out).modelType).toBe(modelType)
    const { err } = await run('inspect', join(scratch, 'no\u001b[31mfolder'))
    expect(err).toContain('no\\u001b[31mfolder')
  })

  test.each(['config.json', 'model.safetensors'])('a pipe in place of %s is not waited for', async (file) => {
    const folder = folderWith(`pipe-${file}`, {})
    rmSync(join(folder, file), { force: true })
    execFileSync('mkfifo', [join(folder, file)])
    for (const args of [['inspect'], ['perplexity', '--text', program]]) {
      const { code, err } = await run(...args, folder)
      expect([code, err.trim()]).toEqual([1, `${join(folder, file)}: got a pipe, wanted a file`])
    }
  })

  test('a folder in place of a file is named', async () => {
    const folder = folderWith('folder-for-file', {})
    mkdirSync(join(folder, 'model.safetensors'))
    const { code, err } = await run('inspect', folder)
    expect([code, err.trim()]).toEqual([
      1,
      `${join(folder, 'model.safetensors')}: got a folder, wanted a file`,
    ])
  })

  test('an index cannot name a file of another folder', async () => {
    const secret = folderWith('secret', {})
    cpSync(join(golden('gpt2-f32'), 'model.safetensors'), join(secret, 'model.safetensors'))
    for (const [i, file] of ['../secret/model.safetensors', join(secret, 'model.safetensors')].entries()) {
      const index = { weight_map: { 'wte.weight': file } }
      const folder = folderWith(`index-${i}`, { 'model.safetensors.index.json': JSON.stringify(index) })
      for (const args of [['inspect'], ['perplexity', '--text', program]]) {
        const { code, out, err } = await run(...args, folder)
        expect([code, out]).toEqual([1, ''])
        expect(err).toContain('weight_map["wte.weight"]')
        expect(err).toContain('wanted the name of a file beside the index')
      }
    }
  })

  test.each([
    ['model.safetensors', lfsPointer, 'model.safetensors: got a Git LFS pointer'],
    ['tokenizer.json', lfsPointer, 'tokenizer.json: got a Git LFS pointer, wanted JSON'],
    ['config.json', '<!doctype html>', 'config.json: got an HTML or XML page, wanted JSON'],
    ['pytorch_model.bin', zip('archive/data.pkl'), 'pytorch_model.bin'],
    ['model.Q4_0.gguf', 'GGUF', 'model.Q4_0.gguf'],
    ['model.onnx', 'x', 'model.onnx (ONNX file)'],
  ] as const)('%s of another format is named for what it is', async (file, content, words) => {
    const folder = folderWith(`foreign-${words.length}-${content.length}`, { [file]: content })
    const { code, err } = await run('inspect', folder)
    expect([code, err.includes(words), err]).toEqual([1, true, err])
  })

  test.each([
    ['GGUF alone', ['llama.gguf'], []],
    ['one of several GGUF files', ['llama.gguf', 'gemma.gguf'], ['--file', 'llama.gguf']],
    ['pytorch_model.bin', ['llama.bin:pytorch_model.bin', 'llama.json:config.json'], []],
  ] as const)('%s in a folder', async (name, files, args) => {
    const folder = join(scratch, name.replace(/\W/g, '-'))
    mkdirSync(folder)
    for (const file of files) {
      const [from = '', to = from] = file.split(':')
      cpSync(fileURLToPath(fileUrl(`files/${from}`)), join(folder, to))
    }
    const { code, out, err } = await run('inspect', folder, ...args)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('2 layers of 2 heads of 8 channels, causal; context 32')
    if (args.length === 0) return
    const several = await run('inspect', folder)
    expect(several.code).toBe(1)
    expect(several.err).toContain(
      'got 2 GGUF files, wanted the name of one as --file: gemma.gguf, llama.gguf',
    )
  })

  test('what a copy of another system leaves beside a file is no file of weights', async () => {
    const folder = copyOf('gpt2-f32')
    cpSync(join(folder, 'model.safetensors'), join(folder, 'weights.safetensors'))
    rmSync(join(folder, 'model.safetensors'))
    writeFileSync(join(folder, '._weights.safetensors'), 'AppleDouble')
    expect((await run('inspect', folder)).code).toBe(0)
  })

  test.each([
    ['no folder', [], 2, 'takes one folder'],
    ['an unknown option', ['x', '--wide'], 2, '--wide'],
    ['a folder that is not there', [join(tmpdir(), 'nothing-here')], 1, 'is not a folder that can be read'],
    ['a folder without weights', [fileURLToPath(fileUrl('published/'))], 1, 'config.json'],
  ] as const)('%s', async (_, args, wanted, words) => {
    const { code, err } = await run('inspect', ...args)
    expect([code, err.includes(words)]).toEqual([wanted, true])
  })
})

describe('perplexity', () => {
  const text = () => {
    const file = join(scratch, 'text.txt')
    writeFileSync(
      file,
      'To be, or not to be, that is the question.\nROMEO: what light through yonder window breaks?\n'.repeat(
        4,
      ),
    )
    return file
  }

  test('nats by length, under its own positions and others', async () => {
    const args = [
      'perplexity',
      shakespeare,
      '--text',
      text(),
      '--lengths',
      '32,64',
      '--windows',
      '2',
      '--position',
      '{"type":"none"}',
    ]
    const { code, out } = await run(...args, '--json')
    expect(code).toBe(0)
    const { lengths, windows, rows } = JSON.parse(out)
    expect([lengths, windows]).toEqual([
      [32, 64],
      [2, 2],
    ])
    expect(rows.map(({ position }: { position: unknown }) => position)).toEqual(['own', { type: 'none' }])
    const [own, none] = rows.map(({ nats }: { nats: number[] }) => nats)
    for (const nats of own) expect(nats > 0.3 && nats < Math.log(65)).toBe(true)
    for (const [i, nats] of none.entries()) expect(nats).toBeGreaterThan(own[i])
    const table = await run(...args)
    expect(table.out).toContain(own[0].toFixed(4))
    expect(table.out).toContain('{"type":"none"}')
    const rounded = await run(...args, '--weights', 'q8', '--json')
    const [q8] = JSON.parse(rounded.out).rows.map(({ nats }: { nats: number[] }) => nats)
    expect(q8).not.toEqual(own)
    for (const [i, nats] of q8.entries()) expect(Math.abs(nats - (own[i] as number))).toBeLessThan(0.02)
  })

  test('lengths beyond the table of positions: nothing is computed, which is no success', async () => {
    const learned = fileURLToPath(trainedFolder('tiny-shakespeare-learned'))
    const { code, out } = await run('perplexity', learned, '--text', text(), '--lengths', '300')
    expect([code, out]).toEqual([1, expect.stringMatching(/own positions +–\n– .*table of positions ends/)])
  })

  test.each([
    ['no text', [shakespeare], 2, '--text is missing'],
    ['a length of 1', [shakespeare, '--text', program, '--lengths', '1'], 2, '--lengths'],
    ['a position that is no JSON', [shakespeare, '--text', program, '--position', 'rope'], 2, '--position'],
    ['no position', [shakespeare, '--text', 'TEXT', '--position', 'null'], 2, '--position: got null'],
    ['a number as position', [shakespeare, '--text', 'TEXT', '--position', '5'], 2, '--position: got 5'],
    [
      'text as position',
      [shakespeare, '--text', 'TEXT', '--position', '"rope"'],
      2,
      '--position: got "rope"',
    ],
    [
      'an unknown position',
      [shakespeare, '--text', 'TEXT', '--position', '{"type":"rotary"}'],
      2,
      '--position.type: got the unknown encoding "rotary"',
    ],
    [
      'a position that is wrong in itself',
      [shakespeare, '--text', 'TEXT', '--position', '{"type":"rope","base":-1}'],
      2,
      '--position.base: got -1',
    ],
    [
      'one position of two',
      [
        shakespeare,
        '--text',
        'TEXT',
        '--position',
        '{"type":"none"}',
        '--position',
        '[]',
        '--position',
        'null',
      ],
      2,
      '--position: got null',
    ],
    ['a folder for a text', [shakespeare, '--text', tmpdir()], 1, `${tmpdir()}: could not be read (EISDIR`],
    ['weights of 4 bits', [shakespeare, '--text', program, '--weights', 'q4'], 2, 'stored or q8'],
    ['a text that is not there', [shakespeare, '--text', join(tmpdir(), 'no-text')], 1, 'ENOENT'],
    [
      'a text that is too short',
      [shakespeare, '--text', 'TEXT', '--lengths', '100000'],
      2,
      'fewer than one window of 100000',
    ],
    ['a model without a tokenizer', [golden('gpt2-f32-shards'), '--text', program], 1, 'tokenizer'],
  ] as const)('%s', async (_, args, wanted, words) => {
    const given = args.map((arg) => (arg === 'TEXT' ? text() : arg))
    const { code, err } = await run('perplexity', ...given)
    expect([code, err.includes(words)]).toEqual([wanted, true])
  })
})

describe('a model by its name', () => {
  let hub: HubServer
  let env: Readonly<Record<string, string>>

  beforeEach(async () => {
    hub = await hubServer(snapshotOf(trainedFolder('tiny-shakespeare-rope')))
    const cache = mkdtempSync(join(scratch, 'cache-'))
    env = { HF_ENDPOINT: hub.address, XDG_CACHE_HOME: cache, HF_TOKEN: 'hf_secret' }
  })

  afterEach(() => hub.close())

  const asked = () => hub.asked.map(({ where, at, file }) => `${where} ${at} ${file}`)

  test('inspect says what it says of the folder, from the config and the start of the weights', async () => {
    const { code, out, err } = await runIn(env, 'inspect', 'owner/name', '--json')
    expect([code, err]).toEqual([0, `asking ${hub.address}/owner/name/resolve/main/config.json\n`])
    const { name, revision, ...report } = JSON.parse(out)
    expect([name, revision]).toEqual(['owner/name', COMMIT])
    const { folder, ...expected } = JSON.parse((await run('inspect', shakespeare, '--json')).out)
    expect(folder).toBe(shakespeare)
    expect(report).toEqual(expected)
    expect(asked()).toEqual([
      'host main config.json',
      `host ${COMMIT} model.safetensors.index.json`,
      `host ${COMMIT} model.safetensors`,
      `store ${COMMIT} model.safetensors`,
    ])
    expect(hub.asked.at(-1)?.headers.range).toBe('bytes=0-65535')
  })

  test('inspect of shards, at a revision, whose server sends no ranges', async () => {
    hub.commits[COMMIT] = snapshotOf(fileUrl('models/gpt2-f32-shards/'))
    hub.branches = { v1: COMMIT }
    hub.instead = ({ where }, response, body) => where === 'store' && Boolean(response.end(body))
    const args = ['inspect', 'owner/name', '--revision', 'v1']
    const { code, out } = await runIn(env, ...args)
    expect([code, out]).toEqual([0, expect.stringContaining(`owner/name at ${COMMIT}: gpt2`)])
    expect(asked()[0]).toBe('host v1 config.json')
  })

  test('perplexity is that of the folder', async () => {
    const text = join(scratch, 'named.txt')
    writeFileSync(text, 'To be, or not to be, that is the question.\n'.repeat(4))
    const args = ['--text', text, '--lengths', '32', '--json']
    const { code, out } = await runIn(env, 'perplexity', 'owner/name', ...args)
    expect([code, out]).toEqual([0, (await run('perplexity', shakespeare, ...args)).out])
  })

  test('the token goes to HF_ENDPOINT, not to --host, and is never shown', async () => {
    hub.instead = (_, response) => Boolean(response.writeHead(401).end())
    const { HF_ENDPOINT: host, ...rest } = env as { HF_ENDPOINT: string }
    const refused = await runIn(env, 'inspect', 'owner/name')
    const elsewhere = await runIn(rest, 'inspect', 'owner/name', '--host', host)
    expect(hub.asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer hf_secret', undefined])
    for (const { code, err, out } of [refused, elsewhere]) {
      expect([code, out]).toEqual([1, ''])
      expect(err).toContain(`${host}/owner/name/resolve/main/config.json: the server answered 401`)
      expect(err).not.toContain('hf_secret')
    }
  })

  test('errors name the address', async () => {
    hub.commits[COMMIT] = {}
    const missing = await runIn(env, 'inspect', 'owner/name')
    expect([missing.code, missing.err]).toEqual([
      1,
      expect.stringContaining('config.json: there is no such file'),
    ])
    hub.close()
    const unreachable = await runIn(env, 'perplexity', 'owner/name', '--text', program)
    expect(unreachable.code).toBe(1)
    expect(unreachable.err).toContain(
      `${hub.address}/owner/name/resolve/main/config.json: could not be loaded`,
    )
  })

  test('what cannot be a name stays a folder', async () => {
    for (const path of ['./owner/name', 'name', 'a/b/c']) {
      const { code, err } = await runIn(env, 'inspect', path)
      expect([code, err]).toEqual([1, expect.stringContaining('is not a folder that can be read')])
    }
    expect(hub.asked).toEqual([])
  })

  test('--help says who is asked', async () => {
    for (const command of ['inspect', 'perplexity'])
      expect((await run(command, '--help')).out).toMatch(/--revision R.*--host H.*HF_ENDPOINT.*HF_TOKEN/s)
  })
})

describe('identify', () => {
  const file = fileURLToPath(fileUrl('identify.safetensors'))
  const arrays = goldenFile('identify.safetensors')
  const args = (name: string, ...fields: string[]) => [
    'identify',
    ...fields.flatMap((field) => [`--${field}`, `${file}:${name}.${field}`]),
  ]

  /** The array of a case as a .npy file. */
  function npy(name: string, descr = '<f4'): string {
    const { data, shape } = arrays.tensor(name)
    const path = join(scratch, `${name}.npy`)
    writeFileSync(path, npyFile(data, shape, { descr }))
    return path
  }

  test('of tensors of a safetensors file, as text', async () => {
    const { code, out } = await run(...args('gptj', 'input', 'output'))
    expect([code, out.split(': ')[0]]).toEqual([0, 'rope, layout interleaved'])
    expect(out).toContain('{"type":"rope","layout":"interleaved"}')
    expect(out).toMatch(/with layout half it would be \d/)
    expect(out).toContain('(float32)')
  })

  test('of .npy files, with positions as JSON, as JSON', async () => {
    const positions = join(scratch, 'positions.json')
    writeFileSync(positions, JSON.stringify([...arrays.values('llama-gaps.positions')]))
    const [input, output] = [npy('llama-gaps.input'), npy('llama-gaps.output', '<f8')]
    const { code, out } = await run(
      ...['identify', '--input', input, '--output', output, '--positions', positions, '--json'],
    )
    const { verdict, explanations } = JSON.parse(out)
    expect([code, verdict, explanations[0].position]).toEqual([0, 'one', { type: 'rope' }])
  })

  test('of heads side by side, of a bias, of scores', async () => {
    const packed = await run(...args('packed-heads', 'input', 'output'), '--heads', '4')
    expect([packed.code, packed.out.split(':')[0]]).toEqual([0, 'rope'])
    const bias = await run(...args('alibi-slope-rule', 'bias'))
    expect([bias.code, bias.out.split(':')[0]]).toEqual([
      0,
      'mistake alibi-slope-rule, alibi, slopeRule geometric, causal',
    ])
    const scores = await run(...args('scores-rope', 'scores', 'query', 'key'))
    expect([scores.code, scores.out.split(':')[0]]).toEqual([0, 'rope, layout interleaved, q·k times 0.25'])
  })

  test('a table is named by its shape in the text, and listed in the JSON', async () => {
    const { out } = await run(...args('t5-causal-12', 'bias'))
    expect(out).toContain('What fits has a number for every channel, distance or token')
    expect(out).toContain('{"type":"t5","table":"[32, 2]","bidirectional":false}')
    const json = JSON.parse((await run(...args('t5-causal-12', 'bias'), '--json')).out)
    expect(json.explanations[0].position.table.data).toHaveLength(23 * 2)
  })

  test('of a formula: a bias, frequencies', async () => {
    const kerple = await run('identify', '--bias', '-log(1 + abs(d)) * 2^-(h+1)', '--heads', '2')
    expect([kerple.code, kerple.out.split(':')[0]]).toEqual([0, 'kerple, r1 [0.5, 0.25], r2 [1, 1]'])
    const rope = await run('identify', '--frequencies', '500000^(-2*k/D)', '--json')
    expect(JSON.parse(rope.out).explanations[0].position).toEqual({ type: 'rope', base: 500000 })
    const other = await run('identify', '--bias', '-abs(d) * 2^(-8*(h+1)/H)', '--heads', '6')
    expect(other.out).toContain('mistake alibi-slope-rule')
  })

  test('none of these: exit code 1 and what is nearest', async () => {
    const { code, out } = await run(...args('other-rows', 'input', 'output'))
    expect(code).toBe(1)
    expect(out).toContain('None of these. Nearest:')
  })

  test.each([
    ['no arrays', [], 2, '--output'],
    ['an input alone', ['--input', 'x.npy'], 2, '--output'],
    ['an unknown option', ['--table', 'x.npy'], 2, '--table'],
    ['no number of heads', ['--bias', file, '--heads', 'two'], 2, '"two"'],
    ['a file that is not there', ['--bias', join(tmpdir(), 'nothing-here.npy')], 1, 'could not be read'],
    ['no formula', ['--bias', 'log(1 + '], 2, '(”.\nlog(1 + \n        ^'],
    [
      'no file and no formula',
      ['--bias', 'biases'],
      2,
      '--bias: no file has this name, and as a formula: “biases”',
    ],
    ['no value', ['--bias', '1 / d'], 2, 'head 0, query 0, key 0 is Infinity'],
    ['a formula and a file', ['--bias', 'd', '--query', 'x.npy'], 2, 'got --query with a formula'],
    ['two formulas', ['--bias', 'd', '--frequencies', '1'], 2, 'wanted one of them'],
    ['an odd width', ['--frequencies', '1', '--dim', '7'], 2, 'wanted an even number'],
    ['no name of a tensor', ['--bias', file], 1, 'wanted the name of one'],
    ['an array that does not fit', ['--bias', `${file}:x-polar.input`], 1, 'request.bias'],
  ] as const)('%s', async (_, given, wanted, words) => {
    const { code, err } = await run('identify', ...given)
    expect([code, err.includes(words), err]).toEqual([wanted, true, err])
  })
})
