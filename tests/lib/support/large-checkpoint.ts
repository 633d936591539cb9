// A checkpoint of some forty megabytes that exists only as it is read.

export const largeConfig = {
  model_type: 'llama',
  vocab_size: 5000,
  hidden_size: 512,
  intermediate_size: 1000,
  num_hidden_layers: 2,
  num_attention_heads: 8,
  num_key_value_heads: 8,
  max_position_embeddings: 128,
  tie_word_embeddings: false,
}

const { vocab_size: vocab, hidden_size: d, intermediate_size: ff } = largeConfig

function shapes(): [string, number[]][] {
  const layers = Array.from({ length: largeConfig.num_hidden_layers }, (_, i): [string, number[]][] => [
    [`model.layers.${i}.input_layernorm.weight`, [d]],
    ...['q', 'k', 'v', 'o'].map((name): [string, number[]] => [
      `model.layers.${i}.self_attn.${name}_proj.weight`,
      [d, d],
    ]),
    [`model.layers.${i}.post_attention_layernorm.weight`, [d]],
    [`model.layers.${i}.mlp.gate_proj.weight`, [ff, d]],
    [`model.layers.${i}.mlp.up_proj.weight`, [ff, d]],
    [`model.layers.${i}.mlp.down_proj.weight`, [d, ff]],
  ]).flat()
  return [
    ['model.embed_tokens.weight', [vocab, d]],
    ...layers,
    ['model.norm.weight', [d]],
    ['lm_head.weight', [vocab, d]],
  ]
}

export interface LargeFile {
  /** 8 bytes of length and the header. */
  start: Uint8Array
  dataBytes: number
  /** Of the weights, in their own type. */
  weightBytes: number
}

export function largeFile(dtype: 'F32' | 'BF16'): LargeFile {
  const size = dtype === 'F32' ? 4 : 2
  let at = 0
  const entries = shapes().map(([name, shape]) => {
    const begin = at
    at += shape.reduce((product, n) => product * n, 1) * size
    return [name, { dtype, shape, data_offsets: [begin, at] }]
  })
  const header = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)))
  const start = new Uint8Array(8 + header.length)
  new DataView(start.buffer).setBigUint64(0, BigInt(header.length), true)
  start.set(header, 8)
  return { start, dataBytes: at, weightBytes: at }
}

const CHUNK = 65536

/** Small numbers, chunk by chunk; `length`: bytes of data, which may be cut short. */
export function largeStream({ start, dataBytes }: LargeFile, length = dataBytes): ReadableStream<Uint8Array> {
  let made = 0
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(start.slice()),
      pull(controller) {
        const count = Math.min(CHUNK, length - made)
        if (count <= 0) return controller.close()
        const chunk = new Uint8Array(count)
        // every fourth byte is the upper one of a float32, and of every second bfloat16: 0x3c… is about 0.01
        for (let i = 0; i < count; i++) chunk[i] = i % 4 === 3 ? 0x3c : (made / CHUNK + i) & 0x7f
        made += count
        controller.enqueue(chunk)
      },
    },
    { highWaterMark: 0 },
  )
}
