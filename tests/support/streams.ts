// Bytes as a stream.

/** `chunk`: bytes per piece. */
export function streamOf(file: Uint8Array, chunk: number): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= file.length) return controller.close()
      controller.enqueue(file.slice(at, at + chunk))
      at += chunk
    },
  })
}
