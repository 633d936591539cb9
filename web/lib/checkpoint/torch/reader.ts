// pytorch_model.bin and what else torch.save writes of a state_dict, as it arrives. Of its pickle only tensors are understood; nothing is run.

import { Cursor } from '../cursor.js'
import type { ReceiveRows } from '../pieces.js'
import type { TensorEntry } from '../safetensors-header.js'
import type { Here, ReaderOf, WeightFile } from '../weight-file.js'
import { Archive, type Entry } from './archive.js'
import { Dict, readPickle, type Storage, Tensor } from './pickle.js'
import { bytesOf, StorageReader, type TorchTensor } from './storages.js'

/** What a pickle may take; a checkpoint of a thousand tensors takes 0.2 MB. */
const LARGEST_PICKLE = 2 ** 26

export const readerOf: ReaderOf = (parts) => async (reader, label) => {
  const here = { label, parts }
  const cursor = new Cursor(reader, here, LARGEST_PICKLE)
  const first = await cursor.peek(4)
  return first[0] === 0x50 ? ofArchive(cursor, here) : beforeArchives(cursor, here)
}

type ReceiverOf = (entry: TensorEntry) => ReceiveRows | undefined

async function ofArchive(cursor: Cursor, here: Here): Promise<WeightFile> {
  const archive = new Archive(cursor, here)
  for (;;) {
    const entry = await archive.next()
    if (!entry || isStorage(entry))
      throw archive.bad('tensors before data.pkl', 'data.pkl first, as torch.save writes it')
    if (entry.name === 'data.pkl') break
    await note(archive, entry, here)
  }
  cursor.allow(LARGEST_PICKLE)
  const tensors = tensorsIn(await readPickle(cursor, here), here)
  return {
    entries: tensors.map(({ entry }) => entry),
    headerBytes: cursor.position,
    read: (receiverOf) => readStorages(archive, cursor, tensors, receiverOf, here),
  }
}

const isStorage = ({ name }: Entry) => name.startsWith('data/')

async function readStorages(
  archive: Archive,
  cursor: Cursor,
  tensors: readonly TorchTensor[],
  receiverOf: ReceiverOf,
  here: Here,
): Promise<void> {
  const waiting = byStorage(tensors)
  const reader = new StorageReader(cursor, here)
  for (let entry = await archive.next(); entry; entry = await archive.next()) {
    if (!isStorage(entry)) {
      await note(archive, entry, here)
      continue
    }
    const key = entry.name.slice('data/'.length)
    const found = waiting.get(key)
    if (!found)
      throw archive.bad(`the entry ${here.parts.show(entry.name)}`, 'storages of tensors, each once')
    waiting.delete(key)
    await reader.read(found.storage, found.tensors, receiverOf)
  }
  requireNone(waiting, here)
}

/** An entry beside the tensors. The order of bytes has to be that of all machines that load models; an archive of code is no checkpoint. */
async function note(archive: Archive, entry: Entry, { label, parts }: Here): Promise<void> {
  const { name } = entry
  if (name === 'constants.pkl' || name.startsWith('code/')) {
    const wanted = 'the state_dict of a model: torch.save(model.state_dict(), …)'
    throw parts.refuse('ERR_UNSUPPORTED', label, 'a program of TorchScript', wanted)
  }
  const text = await archive.note(entry)
  if (name === 'byteorder' && text !== 'little')
    throw parts.refuse('ERR_UNSUPPORTED', label, `the byte order ${parts.show(text)}`, 'little')
}

/** Before version 1.6: pickles of a mark, a version, facts of the machine, the tensors and the keys of storages; then these. */
async function beforeArchives(cursor: Cursor, here: Here): Promise<WeightFile> {
  const pickle = () => {
    cursor.allow(LARGEST_PICKLE)
    return readPickle(cursor, here)
  }
  await pickle()
  await pickle()
  const facts = await pickle()
  if (facts instanceof Dict && facts.entries.get('little_endian') === false)
    throw here.parts.refuse('ERR_UNSUPPORTED', here.label, 'the byte order "big"', 'little')
  const tensors = tensorsIn(await pickle(), here)
  const keys = await pickle()
  const headerBytes = cursor.position
  return {
    entries: tensors.map(({ entry }) => entry),
    headerBytes,
    async read(receiverOf) {
      const waiting = byStorage(tensors)
      const reader = new StorageReader(cursor, here)
      for (const key of Array.isArray(keys) ? keys : []) {
        const found = waiting.get(key)
        cursor.allow(8)
        await cursor.ensure(8)
        const size = cursor.i64()
        if (!found || size !== found.storage.size) {
          const wanted = found ? `${found.storage.size} numbers` : 'storages of tensors'
          throw here.parts.refuse('ERR_PARSE', here.label, `a storage of ${size} numbers`, wanted)
        }
        waiting.delete(key)
        await reader.read(found.storage, found.tensors, receiverOf)
      }
      requireNone(waiting, here)
    },
  }
}

interface OfStorage {
  storage: Storage
  tensors: TorchTensor[]
}

function byStorage(tensors: readonly TorchTensor[]): Map<unknown, OfStorage> {
  const found = new Map<unknown, OfStorage>()
  for (const tensor of tensors) {
    const { storage } = tensor.view
    const known = found.get(storage.key)
    if (known) known.tensors.push(tensor)
    else found.set(storage.key, { storage, tensors: [tensor] })
  }
  return found
}

function requireNone(waiting: ReadonlyMap<unknown, OfStorage>, { label, parts }: Here): void {
  const [left] = waiting.values()
  if (!left) return
  const name = parts.show(left.tensors[0]?.entry.name)
  throw parts.refuse('ERR_PARSE', label, `no storage ${parts.show(left.storage.key)}`, `that of ${name}`)
}

const MOST_TENSORS = 100_000

/** The tensors of a state_dict. What else is in it, such as counts of steps, is no tensor and has no place in a model. */
function tensorsIn(root: unknown, here: Here): TorchTensor[] {
  const { label, parts } = here
  const entries = root instanceof Dict ? [...root.entries] : []
  const found = entries.flatMap(([name, value]) =>
    typeof name === 'string' && value instanceof Tensor ? [torchTensor(name, value)] : [],
  )
  requireOneType(found, here)
  if (found.length > 0 && found.length <= MOST_TENSORS) return found
  const inside = entries.filter(([, value]) => value instanceof Dict).map(([name]) => parts.show(name))
  const got =
    inside.length > 0
      ? `no tensors, but dictionaries: ${inside.slice(0, 5).join(', ')}`
      : `${found.length} tensors`
  const wanted = 'the state_dict of a model, names and tensors: torch.save(model.state_dict(), …)'
  throw parts.refuse('ERR_PARSE', label, got, wanted)
}

function torchTensor(name: string, { view }: Tensor): TorchTensor {
  const { storage, offset, shape } = view
  const size = storage.size === 0 ? 0 : bytesOf(storage) / storage.size
  const begin = offset * size
  const numbers = shape.reduce((product, n) => product * n, 1)
  return { entry: { name, dtype: storage.dtype, shape, begin, end: begin + numbers * size }, view }
}

// Views of one storage agree on what it holds.
function requireOneType(tensors: readonly TorchTensor[], { label, parts }: Here): void {
  const first = new Map<string, Storage>()
  for (const { view, entry } of tensors) {
    const { key, dtype, size } = view.storage
    const known = first.get(key) ?? view.storage
    first.set(key, known)
    if (known.dtype === dtype && known.size === size) continue
    const got = `a storage of ${known.size} ${known.dtype} as one of ${size} ${dtype}`
    throw parts.refuse('ERR_PARSE', `${label}, tensor ${parts.show(entry.name)}`, got, 'one type and size')
  }
}
