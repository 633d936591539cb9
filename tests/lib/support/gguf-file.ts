// GGUF files of any content, right or wrong.

type Scalar = number | bigint | string | boolean

interface GgufTensor {
  name: string
  dims: readonly (number | bigint)[]
  type: number
  offset: number | bigint
}

export interface GgufParts {
  version?: number
  /** Values as u32, u64 (bigint), text, bool or a list of texts. */
  metadata?: readonly (readonly [key: string, value: Scalar | readonly string[]])[]
  tensors?: readonly GgufTensor[]
  counts?: readonly [tensors: number | bigint, fields: number | bigint]
  data?: number
}

/** The bytes of a file; `data` bytes follow from the next multiple of 32 on. */
export function ggufFile({
  version = 3,
  metadata = [],
  tensors = [],
  counts,
  data = 0,
}: GgufParts): Uint8Array {
  const bytes: number[] = []
  const put = (value: bigint, size: number) => {
    for (let i = 0; i < size; i++) bytes.push(Number((value >> BigInt(8 * i)) & 255n))
  }
  const u32 = (value: number) => put(BigInt(value), 4)
  const u64 = (value: number | bigint) => put(BigInt(value), 8)
  const text = (value: string) => {
    const encoded = new TextEncoder().encode(value)
    u64(encoded.length)
    bytes.push(...encoded)
  }
  const scalar = (value: Scalar) => {
    const type = { string: 8, boolean: 7, bigint: 10, number: 4 }[typeof value as 'string']
    u32(type)
    if (typeof value === 'string') text(value)
    else if (typeof value === 'boolean') bytes.push(value ? 1 : 0)
    else if (typeof value === 'bigint') u64(value)
    else u32(value)
  }
  bytes.push(0x47, 0x47, 0x55, 0x46)
  u32(version)
  u64(counts?.[0] ?? tensors.length)
  u64(counts?.[1] ?? metadata.length)
  for (const [key, value] of metadata) {
    text(key)
    if (typeof value !== 'object') {
      scalar(value)
      continue
    }
    u32(9)
    u32(8)
    u64(value.length)
    for (const one of value) text(one)
  }
  for (const { name, dims, type, offset } of tensors) {
    text(name)
    u32(dims.length)
    for (const n of dims) u64(n)
    u32(type)
    u64(offset)
  }
  while (bytes.length % 32 !== 0) bytes.push(0)
  return Uint8Array.of(...bytes, ...new Uint8Array(data))
}
