import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderStorage } from '../../web/lab/folder.js'
import { CarefulStorage } from '../../web/lab/storage.js'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whereformer-storage-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('a folder keeps bytes by key, and leaves no half-written file', async () => {
  const storage = new FolderStorage(join(folder, 'made/here'))
  expect(await storage.get('a/b')).toBeUndefined()
  await storage.set('a/b', new Uint8Array([1, 2]))
  await storage.set('a/b', new Uint8Array([3]))
  expect([...((await storage.get('a/b')) as Uint8Array)]).toEqual([3])
  expect(readdirSync(join(folder, 'made/here'))).toHaveLength(1)
  await storage.delete('a/b')
  await storage.delete('a/b')
  expect(await storage.get('a/b')).toBeUndefined()
})

test('a folder that is a file is one warning', async () => {
  writeFileSync(join(folder, 'file'), '')
  const warnings: string[] = []
  const storage = new CarefulStorage(new FolderStorage(join(folder, 'file')), (text) => warnings.push(text))
  storage.set('a', new Uint8Array(1))
  storage.set('b', new Uint8Array(1))
  await storage.settled()
  expect(warnings).toEqual([expect.stringContaining('storage could not be written')])
})

test('writes of one key follow each other, and the last one stays', async () => {
  const written: number[] = []
  let open = 0
  const slow = {
    get: async () => undefined,
    delete: async () => {},
    set: async (_: string, [value]: Uint8Array) => {
      open += 1
      expect(open).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, 5))
      open -= 1
      written.push(value as number)
    },
  }
  const storage = new CarefulStorage(slow, () => {})
  for (let i = 0; i < 10; i++) storage.set('a', new Uint8Array([i]))
  await storage.settled()
  expect(written.at(-1)).toBe(9)
  expect(written.length).toBeLessThan(4)
})

test('storage that never answers is one warning, and is asked no more', async () => {
  let asked = 0
  const never = () => {
    asked += 1
    return new Promise<never>(() => {})
  }
  const warnings: string[] = []
  const storage = new CarefulStorage(
    { get: never, set: never, delete: never },
    (text) => warnings.push(text),
    5,
  )
  expect(await storage.get('a')).toBeUndefined()
  storage.set('a', new Uint8Array(1))
  await storage.settled()
  expect(await storage.get('b')).toBeUndefined()
  expect([asked, warnings]).toEqual([
    1,
    [expect.stringMatching(/could not be read .*no answer.*go on without it/)],
  ])
})

test('what is stored that is no bytes is a warning', async () => {
  const warnings: string[] = []
  const storage = { get: async () => 'text' as never, set: async () => {}, delete: async () => {} }
  expect(await new CarefulStorage(storage, (text) => warnings.push(text)).get('a')).toBeUndefined()
  expect(warnings).toEqual([expect.stringContaining('"text"')])
})
