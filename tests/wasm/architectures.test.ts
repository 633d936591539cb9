// Which model types positionFromConfig and scaleFromConfig may claim to know: those whose scores, layer by layer, are those of the model that
// transformers builds from the same config (tools/golden/architectures.py). Nothing else, and none of them left out.

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { positionFromConfig, scaleFromConfig } from 'whereformer'
import { readers } from '../../web/lib/families/config.js'
import { expectRefusal } from '../support/errors.js'
import { fileUrl } from '../support/golden.js'
import { useLibrary } from '../support/library.js'
import { type Architecture, formsOf, type Read, survey, verdictOf } from './architectures.js'

const library = useLibrary()

const known: Read = (config, layer) => ({
  position: positionFromConfig(config, { layer }),
  scale: scaleFromConfig(config, { layer }),
})

const guessed: Read = (config, layer) => ({
  position: positionFromConfig(config, { layer, guess: true }).position,
  scale: scaleFromConfig(config, { layer, guess: true }).scale,
})

const knownTypes = () => Object.keys(readers)

const isKnown = (type: string) => knownTypes().includes(type)

const verdictsOf = (architecture: Architecture, read: Read) =>
  formsOf(architecture).map((form) => [form.name, verdictOf(library.wf, form, read)] as const)

const types = Object.entries(survey.types)

/** Types that the survey leaves out, each with a golden file of its own: transformers 5 has no model of some, others read pictures or are compared as whole models. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ernie4_5_vl_moe_text: 'configs/baidu-ernie-4.5-vl-28b-a3b-pt.json',
  big_bird: 'models/big-bird-f32/expected.safetensors',
  flaubert: 'models/flaubert-f32/expected.safetensors',
  m2m_100: 'models/m2m-100-f16/expected.safetensors',
  gpt3: 'models/gpt3-bf16/expected.safetensors',
  clipseg_text_model: 'models/clipseg-text-f32/expected.safetensors',
  clipseg_vision_model: 'models/clipseg-vision-f32/expected.safetensors',
  led: 'models/led-f16/expected.safetensors',
  longformer: 'models/longformer-f32/expected.safetensors',
  new: 'models/new-f32/expected.safetensors',
  'megatron-bert': 'models/megatron-bert-f32/expected.safetensors',
  palm: 'models/palm-f32/expected.safetensors',
  clip_vision_model: 'models/clip-vision-f32/expected.safetensors',
  deit: 'models/deit-f32/expected.safetensors',
  dinov2: 'models/dinov2-f32/expected.safetensors',
  dinov2_with_registers: 'models/dinov2-registers-f32/expected.safetensors',
  siglip_text_model: 'models/siglip-text-f32/expected.safetensors',
  siglip_vision_model: 'models/siglip-vision-f32/expected.safetensors',
  vit: 'models/vit-f32/expected.safetensors',
  whisper: 'models/whisper-f32/expected.safetensors',
  'transfo-xl': 'configs/transfo-xl-wt103.json',
  xglm: 'models/xglm-f32/expected.safetensors',
  xlm: 'models/xlm-f32/expected.safetensors',
  xlnet: 'configs/xlnet-base-cased.json',
  swin: 'configs/microsoft-swin-tiny.json',
  swinv2: 'configs/microsoft-swinv2-tiny.json',
}

test('the survey is that of the pinned transformers', () => {
  const [pinned] =
    readFileSync('tools/train/requirements.txt', 'utf8').match(/(?<=^transformers==)\S+/m) ?? []
  expect(survey.transformers).toBe(pinned)
})

describe('known architectures', () => {
  test.each(types.filter(([type]) => isKnown(type)))('%s: equal numbers, or a refusal', (_, architecture) => {
    const verdicts = verdictsOf(architecture, known)
    expect(verdicts.filter(([, verdict]) => typeof verdict === 'object')).toEqual([])
    expect(verdicts.filter(([, verdict]) => verdict === 'equal').length).toBeGreaterThan(0)
  })

  test('each was measured, or has golden data of its own', () => {
    const others = knownTypes().filter((type) => !Object.hasOwn(survey.types, type))
    expect(others.sort()).toEqual(Object.keys(ELSEWHERE).sort())
    for (const file of Object.values(ELSEWHERE)) expect(existsSync(fileUrl(file)), file).toBe(true)
  })
})

describe('unknown architectures', () => {
  const unknown = types.filter(([type]) => !isKnown(type))

  test.each(unknown)('%s is refused, since its keys alone do not give its numbers', (_, architecture) => {
    for (const { config } of formsOf(architecture)) {
      expectRefusal(
        () => positionFromConfig(config),
        'ERR_UNSUPPORTED',
        'config.model_type',
        '{ guess: true }',
      )
      expectRefusal(() => scaleFromConfig(config), 'ERR_UNSUPPORTED', 'config.model_type', '{ guess: true }')
    }
    const verdicts = verdictsOf(architecture, guessed).map(([, verdict]) => verdict)
    const verified = verdicts.includes('equal') && !verdicts.some((verdict) => typeof verdict === 'object')
    expect(verified, 'the reader of its keys is right: it belongs to the known ones').toBe(false)
  })

  test.each(Object.keys(survey.unmeasured).filter((type) => !isKnown(type)))(
    '%s, which was not measured',
    (type) => {
      const config = { model_type: type, rope_theta: 10000, hidden_size: 64, num_attention_heads: 4 }
      expectRefusal(
        () => positionFromConfig(config),
        'ERR_UNSUPPORTED',
        'config.model_type',
        '{ guess: true }',
      )
      expectRefusal(() => scaleFromConfig(config), 'ERR_UNSUPPORTED', 'config.model_type', '{ guess: true }')
    },
  )

  test.each(['dinov3_vit', 'pixtral', 'llama4_vision_model', 'sam3', 'longt5', 'gemma4_text'])(
    '%s is one of them',
    (type) => expect(isKnown(type)).toBe(false),
  )
})

describe('guesses', () => {
  test('say what was assumed; what is known needs no assumption', () => {
    const config = { model_type: 'newer', rope_scaling: { rope_type: 'linear', factor: 2 } }
    const { position, assumed } = positionFromConfig(config, { guess: true })
    expect(position).toEqual({ type: 'rope', base: 10000, scaling: { ropeType: 'linear', factor: 2 } })
    expect(assumed.join('; ')).toMatch(/model_type "newer" is not known.*channel j.*base is 10000/)
    expect(scaleFromConfig(config, { guess: true }).assumed.join()).toContain('"newer"')
    const llama = { ...config, model_type: 'llama' }
    expect(positionFromConfig(llama, { guess: true })).toEqual({
      position: positionFromConfig(llama),
      assumed: [],
    })
    expect(scaleFromConfig(llama, { guess: true })).toEqual({ scale: undefined, assumed: [] })
  })
})
