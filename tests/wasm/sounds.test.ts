// Models that read sounds: what they take, and what they refuse. Their numbers: parity.test.ts.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ForwardInput, type Model, positionFromConfig } from 'whereformer'
import { loadInWorker } from 'whereformer/worker'
import { expectRefusal, expectRejection } from '../support/errors.js'
import { golden } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { bytesOf, goldenModel } from '../support/models.js'
import { packageFile } from '../support/package-files.js'
import { NodeWorker } from '../support/worker-threads.js'

const library = useLibrary()
const samples = golden('models/wav2vec2-f32/expected.safetensors').tensor('sound.inputValues')
const heard = golden('models/whisper-f32/expected.safetensors')
const spectrogram = heard.tensor('sound.inputFeatures')
const states = { return: ['lastHiddenState'] } as const

async function using(
  name: string,
  use: (model: Model) => unknown,
  config: object = {},
  options: { weights?: 'q8' } = {},
): Promise<void> {
  const { request } = goldenModel(name)
  const model = await library.wf.loadModel({ ...request, config: { ...request.config, ...config } }, options)
  try {
    await use(model)
  } finally {
    model.dispose()
  }
}

const ofLength = (length: number) => ({
  data: Float32Array.from({ length }, (_, i) => Math.sin(i * i)),
  shape: [length],
})

test('each sound is read for itself, of any length', () =>
  using('wav2vec2-f32', (model) => {
    const one = model.forward({ inputValues: samples }, states)
    expect(one.logits.shape).toEqual([9, 7])
    expect(model.forward({ inputValues: ofLength(1000) }, states).lastHiddenState.shape).toEqual([49, 16])
    const other = ofLength(samples.data.length)
    const data = Float32Array.from([...other.data, ...samples.data])
    const both = model.forward({ inputValues: { data, shape: [2, samples.data.length] } }, states)
    const alone = model.forward({ inputValues: other }, states)
    expect([...both.lastHiddenState.data]).toEqual([
      ...alone.lastHiddenState.data,
      ...one.lastHiddenState.data,
    ])
    expect(model.forward({ inputValues: samples }, states)).toEqual(one)
  }))

test('position enters by the convolution over frames: without it frames that change places change rows alone', () =>
  using('wav2vec2-f32', (model) => {
    expect(model.position).toEqual({ type: 'none' })
    expect(() => positionFromConfig({ model_type: 'wav2vec2' })).toThrow('config.model_type')
    const order = model.forward({ inputValues: samples }, states)
    const turned = model.forward(
      { inputValues: { data: samples.data.slice().reverse(), shape: samples.shape } },
      states,
    )
    expect(turned.lastHiddenState.data).not.toEqual(order.lastHiddenState.data)
    // an encoding of the package beside it
    const options = { ...states, position: { type: 'sinusoidal' } } as const
    expect(model.forward({ inputValues: samples }, options).lastHiddenState.data).not.toEqual(
      order.lastHiddenState.data,
    )
  }))

test.each<[string, ForwardInput, string, string]>([
  ['no sound', {}, 'input.inputValues', '[samples]'],
  ['less than a frame', { inputValues: ofLength(29) }, 'input.inputValues', '30 samples'],
  [
    'a spectrogram',
    { inputFeatures: { data: new Float32Array(60), shape: [5, 12] } },
    'input.inputValues',
    'nothing',
  ],
  [
    'no sound in a batch',
    { inputValues: { data: new Float32Array(0), shape: [0, 100] } },
    'input.inputValues',
    '[samples]',
  ],
  ['ids', { inputIds: [1, 2] }, 'input.inputIds', 'reads sounds'],
  ['a mask', { inputValues: samples, attentionMask: [1] }, 'input.attentionMask', 'without padding'],
  ['other positions', { inputValues: samples, positionIds: [1] }, 'input.positionIds', 'alone'],
  ['an unknown field', { inputValues: samples, values: 1 } as ForwardInput, 'input.values', 'unknown'],
])('%s is refused by its name', (_, input, argument, wanted) =>
  using('wav2vec2-f32', (model) => {
    const call = () => model.forward(input)
    expect(call).toThrow(argument)
    expect(call).toThrow(wanted)
    expect(() => model.forward({ inputValues: samples })).not.toThrow()
  }),
)

test.each([
  ['feat_extract_norm', 'batch'],
  ['feat_extract_activation', 'relu'],
  ['add_adapter', true],
  ['adapter_attn_dim', 8],
  ['conv_kernel', [10, 3]],
  ['conv_stride', [5, 2, 0]],
  ['num_conv_pos_embedding_groups', 3],
])('%s: %s is refused', async (key, value) => {
  await expect(using('wav2vec2-f32', () => {}, { [key]: value })).rejects.toThrow(`config.${key}`)
})

test('Whisper reads a spectrogram, then tokens', () =>
  using('whisper-f32', async (model) => {
    const decoderInputIds = [...heard.values('sound.decoderIds')]
    const whole = model.forward({ inputFeatures: spectrogram, decoderInputIds })
    expect(whole.logits.shape).toEqual([4, 31])
    const cache = model.cache({ capacity: 8, inputFeatures: spectrogram })
    model.forward({ decoderInputIds: decoderInputIds.slice(0, 3), past: cache })
    const last = model.forward({ decoderInputIds: decoderInputIds.slice(3), past: cache })
    for (const [i, value] of last.logits.data.entries())
      expect(value).toBeCloseTo(whole.logits.data[3 * 31 + i] as number, 4)
    const made = await model.generate({ inputFeatures: spectrogram }, { maxNewTokens: 3 })
    const pieces: number[] = []
    for await (const { id } of model.stream({ inputFeatures: spectrogram }, { maxNewTokens: 3 }))
      pieces.push(id)
    expect(made).toEqual([2, ...pieces])
    const batch = { data: Float32Array.from([...spectrogram.data, ...spectrogram.data]), shape: [2, 5, 12] }
    expect(await model.generate({ inputFeatures: batch }, { maxNewTokens: 3 })).toEqual([made, made])
  }))

test.each<[string, ForwardInput, string]>([
  ['another length', { inputFeatures: { data: new Float32Array(50), shape: [5, 10] } }, '[5, 12]'],
  ['another number of mels', { inputFeatures: { data: new Float32Array(48), shape: [4, 12] } }, '[5, 12]'],
])('%s is refused by Whisper', (_, input, wanted) =>
  using('whisper-f32', async (model) => {
    const call = () => model.forward({ ...input, decoderInputIds: [2] })
    expectRefusal(call, 'ERR_SHAPE', 'input.inputFeatures', wanted)
  }),
)

test('what Whisper does not listen to', () =>
  using('whisper-f32', async (model) => {
    expectRefusal(
      () => model.cache({ capacity: 4, inputIds: [1] }),
      'ERR_UNSUPPORTED',
      'options.inputIds',
      'reads sounds',
    )
    await expectRejection(model.generate([1, 2]), 'ERR_VALUE', 'input.inputFeatures', '[5, 12]')
    const masked = model.generate({ inputFeatures: spectrogram }, { attentionMask: [1, 1, 1, 1, 1, 0] })
    await expectRejection(masked, 'ERR_UNSUPPORTED', 'options.attentionMask', 'no padding')
    const more = { inputFeatures: spectrogram, past: 1 } as unknown as { inputFeatures: typeof spectrogram }
    await expectRejection(model.generate(more), 'ERR_VALUE', 'input.past', 'inputIds')
  }))

test('a worker hears too', async () => {
  Object.assign(globalThis, { Worker: NodeWorker })
  const wasmModule = new WebAssembly.Module(readFileSync(packageFile('core-simd.wasm')))
  const worker = await loadInWorker({ wasmModule })
  const folder = goldenModel('whisper-f32')
  try {
    const model = await worker.loadModel({ config: folder.request.config, weights: bytesOf(folder) })
    const decoderInputIds = [...heard.values('sound.decoderIds')]
    const { logits } = await model.forward({ inputFeatures: spectrogram, decoderInputIds })
    const made = await model.generate({ inputFeatures: spectrogram }, { maxNewTokens: 4 })
    await using('whisper-f32', async (own) => {
      expect(own.forward({ inputFeatures: spectrogram, decoderInputIds }).logits).toEqual(logits)
      expect(await own.generate({ inputFeatures: spectrogram }, { maxNewTokens: 4 })).toEqual(made)
    })
  } finally {
    worker.terminate()
  }
})

test('the table of tokens may be rounded: the encoder hears the same', () =>
  using(
    'whisper-f32',
    (model) => {
      const { encoderHiddenStates } = model.forward(
        { inputFeatures: spectrogram, decoderInputIds: [2] },
        { return: ['encoderHiddenStates'] },
      )
      const expected = heard.tensor('sound.encoderHiddenStates').data
      for (const [i, value] of (encoderHiddenStates[0]?.data ?? []).entries())
        expect(value).toBeCloseTo(expected[i] as number, 4)
    },
    {},
    { weights: 'q8' },
  ))
