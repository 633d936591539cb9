// Crashes and failures of the core, with a stand-in for the raw module: the real one cannot be made to trap at will.

import { describe, expect, test } from 'vitest'
import { Core } from '../../web/lib/boundary/core.js'
import { Handle } from '../../web/lib/boundary/handle.js'
import type { RawCore } from '../../web/lib/boundary/raw.js'
import { expectError, expectRefusal, refusalOf } from '../support/errors.js'

interface Stub {
  starts: number
  released: number
}

function stubbed(): { stub: Stub; start: () => Promise<Core> } {
  const stub: Stub = { starts: 0, released: 0 }
  const raw = {
    liveHandles: () => ({ count: stub.starts }),
    release: () => ({ released: ++stub.released }),
  } as unknown as RawCore
  const create = async () => {
    stub.starts += 1
    return { raw }
  }
  return { stub, start: () => Core.start(create) }
}

const trap = (message: string) => () => {
  throw new WebAssembly.RuntimeError(message)
}
const ADDRESS = 4096

describe('failures', () => {
  test('become errors that say argument, what came and what was wanted', async () => {
    const core = await stubbed().start()
    const failure = { code: 'ERR_VALUE', argument: 'position.base', got: -1, wanted: 'a number > 1' }
    const error = refusalOf(() => core.call(() => ({ failure })))
    expectError(error, 'ERR_VALUE')
    expect(error.message).toBe('position.base: got -1, wanted a number > 1')
  })

  test('leave the core alive', async () => {
    const { stub, start } = stubbed()
    const core = await start()
    expect(() =>
      core.call(() => ({ failure: { code: 'ERR_OOM', argument: 'memory', got: 1, wanted: 'more' } })),
    ).toThrow()
    expect(core.guard((raw) => raw.liveHandles({}).count)).toBe(1)
    expect(stub.starts).toBe(1)
  })
})

describe('a trap', () => {
  test('is ERR_CRASHED, later calls say so until a fresh instance answers', async () => {
    const { stub, start } = stubbed()
    const core = await start()
    expectRefusal(() => core.call(trap('unreachable')), 'ERR_CRASHED', 'unreachable')
    expectRefusal(() => core.guard((raw) => raw.liveHandles({})), 'ERR_CRASHED', 'ready()')
    await core.ready()
    expect(core.guard((raw) => raw.liveHandles({}).count)).toBe(2)
    expect(stub.starts).toBe(2)
  })

  test('of memory is ERR_OOM', async () => {
    const core = await stubbed().start()
    expectRefusal(() => core.call(trap('Aborted(OOM)')), 'ERR_OOM', 'OOM')
  })

  test('out of bounds is a crash, not a lack of memory', async () => {
    const core = await stubbed().start()
    expectRefusal(() => core.call(trap('memory access out of bounds')), 'ERR_CRASHED')
  })

  test('loses the handles of the old instance, which are not freed twice', async () => {
    const { stub, start } = stubbed()
    const core = await start()
    const handle = new Handle(core, ADDRESS, 'model')
    expect(() => core.call(trap('unreachable'))).toThrow()
    await core.ready()
    expectRefusal(() => handle.call(() => ({})), 'ERR_CRASHED', 'the model was lost')
    handle.dispose()
    expect(stub.released).toBe(0)
  })
})

describe('handles', () => {
  test('are freed once', async () => {
    const { stub, start } = stubbed()
    const handle = new Handle(await start(), ADDRESS, 'session')
    handle.dispose()
    handle.dispose()
    expect(stub.released).toBe(1)
    expectRefusal(() => handle.call(() => ({})), 'ERR_DISPOSED', 'the session was disposed of')
  })
})
