/** The float32 tensors of a safetensors file, read without the code under test. */
export function tensorsIn(file: Uint8Array): Map<string, Float32Array> {
  const view = new DataView(file.buffer, file.byteOffset)
  const start = 8 + Number(view.getBigUint64(0, true))
  const header: Record<string, { data_offsets: [number, number] }> = JSON.parse(
    new TextDecoder().decode(file.subarray(8, start)),
  )
  const entries = Object.entries(header).filter(([name]) => name !== '__metadata__')
  return new Map(
    entries.map(([name, { data_offsets }]) => {
      const [from, to] = data_offsets
      return [name, new Float32Array(file.slice(start + from, start + to).buffer)]
    }),
  )
}
