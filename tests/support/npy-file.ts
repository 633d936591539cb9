// Writes .npy files for tests (NEP 1).

interface NpyOptions {
  descr?: string
  version?: number
  isFortran?: boolean
}

/** Numbers in the order of the file. */
export function npyFile(
  numbers: ArrayLike<number>,
  shape: readonly number[],
  { descr = '<f4', version = 1, isFortran = false }: NpyOptions = {},
): Uint8Array {
  const tuple = `(${shape.join(', ')}${shape.length === 1 ? ',' : ''})`
  const fields = `{'descr': '${descr}', 'fortran_order': ${isFortran ? 'True' : 'False'}, 'shape': ${tuple}, }`
  const start = version === 1 ? 10 : 12
  const length = Math.ceil((start + fields.length + 1) / 64) * 64 - start
  const header = new TextEncoder().encode(`${fields.padEnd(length - 1)}\n`)
  const data = bytesOf(Array.from(numbers), descr)
  const file = new Uint8Array(start + header.length + data.length)
  file.set([0x93, ...new TextEncoder().encode('NUMPY'), version, 0])
  const view = new DataView(file.buffer)
  if (version === 1) view.setUint16(8, header.length, true)
  else view.setUint32(8, header.length, true)
  file.set(header, start)
  file.set(data, start + header.length)
  return file
}

function bytesOf(numbers: readonly number[], descr: string): Uint8Array {
  if (descr === '<f2') return new Uint8Array(Uint16Array.from(numbers, float16).buffer)
  if (descr === '<i8') return new Uint8Array(BigInt64Array.from(numbers.map(BigInt)).buffer)
  const arrays = { '<f8': Float64Array, '<i4': Int32Array }
  const Kind = arrays[descr as keyof typeof arrays] ?? Float32Array
  return new Uint8Array(Kind.from(numbers).buffer)
}

/** Of numbers that a normal float16 holds exactly, and 0. */
function float16(x: number): number {
  if (x === 0) return 0
  const exponent = Math.floor(Math.log2(Math.abs(x)))
  const mantissa = (Math.abs(x) / 2 ** exponent - 1) * 1024
  return (x < 0 ? 0x8000 : 0) | ((exponent + 15) << 10) | mantissa
}
