// Generation as an async iterable: the pieces of generate(), what leaving frees, how a text goes on after an abort, stop strings.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Model, StreamPiece } from 'whereformer'
import { StopText } from '../../web/lib/model/stop-text.js'
import { fedBy } from '../../web/lib/worker/fed-by.js'
import { expectRejection } from '../support/errors.js'
import { goldenModel, type ModelFolder, trainedModels } from '../support/models.js'
import { liveHandles, loaded } from './support/loaded.js'

const [rope] = trainedModels as [ModelFolder]
const sampled = { maxNewTokens: 20, temperature: 1, seed: 3 }

let model: Model

beforeAll(async () => {
  model = await loaded(rope.request)
})

afterAll(() => {
  expect(liveHandles()).toBe(1)
  model.dispose()
})

async function all<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const piece of pieces) list.push(piece)
  return list
}

const textOf = (pieces: readonly StreamPiece[]) => pieces.map(({ text }) => text).join('')

describe('stream()', () => {
  test('gives the tokens of generate() with their text', async () => {
    const pieces = await all(model.stream('ROMEO:', sampled))
    expect(`ROMEO:${textOf(pieces)}`).toBe(await model.generate('ROMEO:', sampled))
    const ids = model.encode('ROMEO:')
    const made = (await all(model.stream(ids, sampled))).map(({ id }) => id)
    expect([...ids, ...made]).toEqual(await model.generate(ids, sampled))
  })

  test('has no text without a tokenizer', async () => {
    const plain = await loaded(goldenModel('llama-f16-gqa').request)
    expect(await all(plain.stream([1], { maxNewTokens: 2 }))).toEqual([
      { id: expect.any(Number) },
      { id: expect.any(Number) },
    ])
    await expectRejection(all(plain.stream([1], { stop: 'a' })), 'ERR_UNSUPPORTED', 'tokenizer')
    plain.dispose()
  })

  test('of an encoder–decoder gives what the decoder says', async () => {
    const t5 = await loaded(goldenModel('t5-f32').request)
    const made = (await all(t5.stream([5, 6, 7], { maxNewTokens: 6 }))).map(({ id }) => id)
    expect([0, ...made]).toEqual(await t5.generate([5, 6, 7], { maxNewTokens: 6 }))
    t5.dispose()
  })

  test('holds nothing before its first token and after the loop was left', async () => {
    model.stream('ROMEO:', sampled)
    expect(liveHandles()).toBe(1)
    for await (const { id } of model.stream('ROMEO:', sampled)) {
      expect(id).toBeGreaterThanOrEqual(0)
      expect(liveHandles()).toBe(2)
      break
    }
    expect(liveHandles()).toBe(1)
    const pieces = model.stream('ROMEO:', sampled)
    await pieces.next()
    expect(model.forward({ inputIds: [1, 2] }).logits.shape).toEqual([2, 65]) // the model is free in between
    await pieces.return()
    expect(await all(pieces)).toEqual([])
    expect(liveHandles()).toBe(1)
  })

  test('ends with an exception in the loop, and with the model', async () => {
    const failing = async () => {
      for await (const piece of model.stream('A', sampled)) throw new RangeError(piece.text)
    }
    await expect(failing()).rejects.toThrow(RangeError)
    const other = await loaded(rope.request)
    const pieces = other.stream('A', sampled)
    await pieces.next()
    other.dispose()
    await expectRejection(pieces.next(), 'ERR_DISPOSED')
  })

  test('goes on after an abort, from the ids so far', async () => {
    const prompt = model.encode('ROMEO:')
    const whole = await model.generate(prompt, { maxNewTokens: 12 })
    const stop = new AbortController()
    const ids = [...prompt]
    const aborted = async () => {
      for await (const { id } of model.stream(prompt, { maxNewTokens: 12, signal: stop.signal })) {
        ids.push(id)
        if (ids.length === prompt.length + 5) stop.abort()
      }
    }
    await expect(aborted()).rejects.toThrow(/abort/i)
    expect(liveHandles()).toBe(1)
    expect(ids).toEqual(whole.slice(0, prompt.length + 5))
    for await (const { id } of model.stream(ids, { maxNewTokens: 7 })) ids.push(id)
    expect(ids).toEqual(whole)
  })

  test('is of one text, and has no callback', async () => {
    const texts = ['a', 'b'] as unknown as string
    await expectRejection(all(model.stream(texts)), 'ERR_SHAPE', 'inputIds', '2 texts', 'one')
    const options = { onToken: () => {} } as object
    await expectRejection(all(model.stream('a', options)), 'ERR_VALUE', 'options.onToken')
  })
})

describe('stop', () => {
  const greedy = { maxNewTokens: 40 }

  test('cuts the text before it, where a token begins or inside of one', async () => {
    const whole = await model.generate('ROMEO:', greedy)
    const said = whole.slice('ROMEO:'.length)
    for (const stop of [said.slice(7, 8), said.slice(7, 11), said.slice(9, 20)]) {
      const cut = said.slice(0, said.indexOf(stop))
      expect(await model.generate('ROMEO:', { ...greedy, stop: ['zzzz', stop] })).toBe(`ROMEO:${cut}`)
      expect(textOf(await all(model.stream('ROMEO:', { ...greedy, stop })))).toBe(cut)
      const ids = await model.generate(model.encode('ROMEO:'), { ...greedy, stop })
      expect(model.decode(ids)).toBe(`ROMEO:${cut}${stop}`)
    }
  })

  test('that never comes changes nothing, and what was held back comes last', async () => {
    const whole = await model.generate('ROMEO:', greedy)
    expect(await model.generate('ROMEO:', { ...greedy, stop: `${whole.slice(-3)}#` })).toBe(whole)
  })

  test.each([[''], [['a', '']], [7], [[7]], [new Array(17).fill('a')]])('%j is refused', async (stop) => {
    await expect(model.generate('A', { stop: stop as string })).rejects.toThrow('options.stop')
  })

  test('the same text however it comes in pieces; the first that is complete counts', () => {
    const cutAs = (pieces: string[], stops: string[]) => {
      const stopText = new StopText(stops)
      let text = ''
      for (const [i, piece] of pieces.entries()) {
        const said = stopText.push(piece, i === pieces.length - 1)
        text += said.text
        if (said.stopped) return text
      }
      return text
    }
    const text = 'one abcd aab'
    for (const stops of [['abcd', 'bc'], ['aab'], ['bcd', 'abcd'], ['abx', 'b ']])
      for (const size of [1, 2, 3, text.length]) {
        const pieces = text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []
        expect(cutAs(pieces, stops), `${stops} by ${size}`).toBe(cutAs([text], stops))
      }
    expect(cutAs([text], ['abcd', 'bc'])).toBe('one a')
    expect(cutAs([text], ['bcd', 'abcd'])).toBe('one ')
    expect(cutAs([...text], ['abx'])).toBe(text)
  })
})

describe('callbacks as an iterable', () => {
  const later = () => new Promise((resolve) => setTimeout(resolve))

  test('gives what came, and throws what the work throws', async () => {
    const work = async (give: (n: number) => void) => {
      give(1)
      await later()
      give(2)
      give(3)
    }
    expect(await all(fedBy(undefined, work))).toEqual([1, 2, 3])
    const failing = async (give: (n: number) => void) => {
      give(1)
      throw new RangeError('failed')
    }
    const seen: number[] = []
    const reading = async () => {
      for await (const n of fedBy(undefined, failing)) seen.push(n)
    }
    await expect(reading()).rejects.toThrow('failed')
    expect(seen).toEqual([1])
  })

  test.each(['left', 'aborted'])('ends the work when the loop is %s', async (how) => {
    const outer = new AbortController()
    let ended = false
    const work = async (give: (n: number) => void, until: AbortSignal) => {
      for (let n = 0; !until.aborted; n++) {
        give(n)
        await later()
      }
      ended = true
      throw new RangeError('stopped')
    }
    const reading = async () => {
      for await (const n of fedBy(outer.signal, work)) {
        if (n < 2) continue
        if (how === 'left') break
        outer.abort()
      }
    }
    if (how === 'left') await reading()
    else await expect(reading()).rejects.toThrow('stopped')
    expect(ended).toBe(true)
  })
})
