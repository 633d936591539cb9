// What chapters 6 and 7 say in numbers: computed with the models of the page, or as recorded.

import { describe, expect, test } from 'vitest'
import type { Model, StackPosition } from 'whereformer'
import { chapters } from '../../web/content/article/index.js'
import { told } from '../../web/content/article/questions.js'
import { heldOut } from '../../web/elements/figures/extrapolation/held-out.js'
import { paperRows } from '../../web/elements/figures/extrapolation/paper.js'
import {
  ropeScaledBy,
  type Scaling,
  TRAINED_ROPE,
} from '../../web/elements/figures/extrapolation/scalings.js'
import trainingSteps from '../../web/elements/figures/train/training-steps.json' with { type: 'json' }
import { surprise } from '../../web/elements/parts/trained/reading.js'
import {
  TRAINED as TRAINED_MODELS,
  type TrainedName,
} from '../../web/elements/parts/trained/trained-names.js'
import { useLibrary } from '../support/library.js'
import { trainedModels } from '../support/models.js'
import { textOf } from '../support/prose.js'

const library = useLibrary()

describe('beyond the training length of 64', () => {
  const LENGTH = 512
  const TRAINED = 64
  const HALF = LENGTH / 2
  const STEP = 16

  /** What a model sees of a window that begins at `start`, in nats of its tokens from `from` on, one list for each window. */
  function nats(
    model: Model,
    ids: readonly number[],
    starts: readonly number[],
    length: number,
    from: number,
    position?: StackPosition,
  ) {
    const inputIds = starts.map((start) => ids.slice(start, start + length))
    const { logits } = model.forward({ inputIds }, position ? { position } : {})
    const vocab = logits.shape.at(-1) ?? Number.NaN
    return starts.map((start, i) => {
      const rows = logits.data.subarray((i * length + from) * vocab, (i + 1) * length * vocab)
      return surprise(rows, ids.slice(start + from + 1, start + length + 1))
    })
  }

  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0)
  const range = (count: number, value: (i: number) => number) =>
    Array.from({ length: count }, (_, i) => value(i))

  /** Nats per character in the second halves of windows, with all that stands before it and with at most the last 64 characters. */
  function withAllAndWithLast(model: Model): readonly [number, number] {
    const ids = [...model.encode(heldOut)]
    const windows = range(Math.floor((ids.length - 1) / LENGTH), (i) => i * LENGTH)
    const count = windows.length * HALF
    const all = windows.map((start) => sum(nats(model, ids, [start], LENGTH, HALF)))
    const last = windows.map((start) => {
      const ends = range(HALF / STEP, (i) => start + HALF + (i + 1) * STEP)
      const starts = ends.map((end) => end - TRAINED)
      return sum(nats(model, ids, starts, TRAINED, TRAINED - STEP))
    })
    expect(count).toBe(3072)
    return [sum(all) / count, sum(last) / count]
  }

  /** Of the last head, whose slope is the gentlest: a share for each layer, in the second half of the first window. */
  function attentionFarBack(model: Model): number[] {
    const inputIds = [...model.encode(heldOut)].slice(0, LENGTH)
    const { attentions = [] } = model.forward({ inputIds }, { return: ['attentions'] })
    return attentions.map(({ data, shape: [heads = 0] }) => {
      const rows = range(HALF, (i) => ((heads - 1) * LENGTH + HALF + i) * LENGTH)
      const far = rows.map((row, i) => data.subarray(row, row + HALF + i - TRAINED + 1))
      return sum(far.map((weights) => weights.reduce((x, y) => x + y, 0))) / HALF
    })
  }

  async function measured<T>(name: string, of: (model: Model) => T): Promise<T> {
    const request = trainedModels.find((one) => one.name === `tiny-shakespeare-${name}`)?.request
    if (!request) throw new Error(name)
    const model = await library.wf.loadModel(request)
    try {
      return of(model)
    } finally {
      model.dispose()
    }
  }

  const longer = { en: textOf('longer', 'en'), zh: textOf('longer', 'zh') }
  const flat = { en: textOf('flat', 'en'), zh: textOf('flat', 'zh') }

  /** What a model loses at a length, as <wf-extrapolation> reads the held-out text. */
  async function lossesOf(name: TrainedName, lengths: readonly number[], position?: StackPosition) {
    return measured(name, (model) => {
      const ids = [...model.encode(heldOut.slice(0, 3073))]
      return lengths.map((length) => {
        const starts = range(Math.floor((ids.length - 1) / length), (i) => i * length)
        const all = starts.map((start) => sum(nats(model, ids, [start], length, 0, position)))
        return sum(all) / (starts.length * length)
      })
    })
  }
  const shown = (losses: readonly number[]) => losses.map((loss) => loss.toFixed(2))

  test('the losses at 64 and 512 characters', async () => {
    const trained = await Promise.all(TRAINED_MODELS.map((name) => lossesOf(name, [TRAINED])))
    const [least, most] = shown([Math.min(...trained.flat()), Math.max(...trained.flat())])
    const [rope, t5, alibi] = await Promise.all(
      (['rope', 't5', 'alibi'] as const).map(async (name) => shown(await lossesOf(name, [LENGTH]))[0]),
    )
    const guess = Math.log(65).toFixed(2)
    expect(longer.en).toContain(`between ${least} and ${most} nats`)
    expect(longer.en).toContain(
      `RoPE ${rope}, close to guessing among 65 characters (${guess}); T5 ${t5} (its buckets from distance 67 on were never trained); ALiBi ${alibi}.`,
    )
    expect(longer.zh).toContain(`每字符 ${least} 到 ${most} nat`)
    expect(longer.zh).toContain(
      `RoPE ${rope}，与在 65 个字符里瞎猜（${guess}）差不多；T5 ${t5}（距离 67 起的桶从未训练过）；ALiBi ${alibi}。`,
    )
  })

  test('the losses of RoPE with other frequencies', async () => {
    const scaled = (scaling: Scaling) => lossesOf('rope', [64, 256], ropeScaledBy(scaling, 4))
    const [linear, ntk, yarn] = await Promise.all(
      (['linear', 'ntk', 'yarn'] as const).map(async (scaling) => shown(await scaled(scaling))),
    )
    expect(longer.en).toContain(`even at 64 the loss is ${linear?.[0]}.`)
    expect(longer.en).toContain(`the slowest is divided by s: ${ntk?.[1]} at 256.`)
    expect(longer.en).toContain(`it sharpens the scores: ${yarn?.[1]} at 256.`)
    expect(longer.zh).toContain(`长度 64 处的损失就已是 ${linear?.[0]}。`)
    expect(longer.zh).toContain(`最慢的除以 s：256 处 ${ntk?.[1]}。`)
    expect(longer.zh).toContain(`再让得分更尖锐：256 处 ${yarn?.[1]}。`)
  })

  test('pairs of RoPE that complete no rotation within the training length', () => {
    const { dim, base, context } = TRAINED_ROPE
    const { inverse } = library.wf.frequencies({ type: 'rope', base }, { dim })
    const short = [...inverse].filter((omega) => omega * context < 2 * Math.PI).length
    expect(longer.en).toContain(
      `Within ${context} positions, ${short} of ${inverse.length} complete no rotation.`,
    )
    expect(longer.zh).toContain(`在 ${context} 个位置之内，${inverse.length} 对里有 ${short} 对转不满一圈。`)
  })

  test('the numbers of the paper', () => {
    const [short, long] = [512, 2512].map((length) => paperRows.find((row) => row.length === length))
    const names = {
      sinusoidal: ['sinusoidal', '正弦'],
      rope: ['rotary', '旋转'],
      t5: ['T5', 'T5'],
      alibi: ['ALiBi', 'ALiBi'],
    } as const
    for (const [name, [en, zh]] of Object.entries(names)) {
      const [before, after] = [short, long].map((row) =>
        row?.perplexity[name as keyof typeof names]?.toFixed(2),
      )
      expect(longer.en).toContain(`${en} ${before} → ${after}`)
      expect(longer.zh).toContain(`${zh} ${before} → ${after}`)
    }
  })

  test('ALiBi gives most of the attention of its gentlest head to what is farther back', async () => {
    const shares = await measured('alibi', attentionFarBack)
    expect(shares).toHaveLength(4)
    const [least, most] = [Math.min(...shares), Math.max(...shares)].map((share) => Math.round(100 * share))
    expect(longer.en).toContain('its gentlest head attends mostly there')
    expect(least).toBeGreaterThan(50)
    expect(flat.en).toContain(`${least} to ${most} % of its attention to characters ${TRAINED} or more back`)
    expect(flat.zh).toContain(`把 ${least}% 到 ${most}% 的注意力给了 ${TRAINED} 个字符以前的内容`)
  })

  test('it gains nothing there, and RoPE loses', async () => {
    const [alibi, alibiCut] = await measured('alibi', withAllAndWithLast)
    const [rope, ropeCut] = await measured('rope', withAllAndWithLast)
    expect(alibi).toBeGreaterThan(alibiCut)
    const [a, b, c, d] = [alibi, alibiCut, rope, ropeCut].map((loss) => loss.toFixed(2))
    expect(flat.en).toContain(
      `costs ${a} nats per character with everything before it, ${b} with at most the last ${TRAINED}.`,
    )
    expect(flat.en).toContain(
      `${c} nats with everything before a character, ${d} with at most the last ${TRAINED}.`,
    )
    expect(flat.zh).toContain(`平均每字符 ${a} nat，至多只看最近 ${TRAINED} 个字符时反而是 ${b}。`)
    expect(flat.zh).toContain(`每字符 ${c} nat，至多看最近 ${TRAINED} 个字符时 ${d}。`)
  })
})

test('how soon copying is learned, as recorded', () => {
  const { rope, alibi } = trainingSteps.steps
  const { bias, steps } = trainingSteps.own
  expect(alibi).toBeNull()
  expect(textOf('train', 'en')).toContain(
    `after ${rope} steps nine strings in ten are right. ALiBi takes more than ${trainingSteps.most}.`,
  )
  expect(textOf('train', 'zh')).toContain(
    `${rope} 步之后，十条里有九条写得对。ALiBi 要 ${trainingSteps.most} 步以上。`,
  )
  for (const language of ['en', 'zh'] as const) expect(textOf('train', language)).toContain(bias)
  expect(textOf('train', 'en')).toContain(
    `before <em>Play</em>; after ${steps} steps nine strings in ten are right`,
  )
  expect(textOf('train', 'zh')).toContain(`那条线已经在了；${steps} 步之后，十条里有九条写得对`)
  expect(told['first-to-copy']?.en).toContain(
    `RoPE needs ${rope} steps, ALiBi more than ${trainingSteps.most}`,
  )
  expect(told['first-to-copy']?.zh).toContain(`RoPE 用 ${rope} 步，ALiBi 要 ${trainingSteps.most} 步以上`)
  const [ask] = chapters.find(({ id }) => id === 'train')?.stage.steps ?? []
  const playTo = ask?.kind === 'ask' ? ask.shows.playTo : undefined
  expect(playTo).toBeGreaterThan(Number(rope)) // the figure has answered when it pauses
  expect(playTo).toBeLessThan(trainingSteps.most)
})
