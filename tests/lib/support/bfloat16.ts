/** The upper half of a float32, to the nearest. */
export function toBfloat16(x: number): number {
  const [bits = 0] = new Uint32Array(Float32Array.of(x).buffer)
  const even = (bits + 0x7fff + ((bits >>> 16) & 1)) & 0xffff0000
  return new Float32Array(Uint32Array.of(even >>> 0).buffer)[0] as number
}
