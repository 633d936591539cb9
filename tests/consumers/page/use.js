// What a user's program does with the library, on any thread: attention, and a model with its three next tokens.

const tensor = { data: Float32Array.of(1, 2, 3, 4), shape: [1, 2, 2] }

const spec = { vocab: 32, dModel: 16, layers: 1, heads: 2, dFf: 32, tieHead: true }
const shapes = {
  embedding: [32, 16],
  ...{ 'layers.0.norm1.weight': [16], 'layers.0.norm2.weight': [16], 'finalNorm.weight': [16] },
  ...{
    'layers.0.query.weight': [16, 16],
    'layers.0.key.weight': [16, 16],
    'layers.0.value.weight': [16, 16],
  },
  ...{ 'layers.0.output.weight': [16, 16], 'layers.0.mlp.down.weight': [16, 32] },
  ...{ 'layers.0.mlp.gate.weight': [32, 16], 'layers.0.mlp.up.weight': [32, 16] },
}

/** A safetensors file. */
function weights() {
  const header = {}
  let end = 0
  for (const [name, shape] of Object.entries(shapes)) {
    const begin = end
    end += 4 * shape.reduce((a, b) => a * b)
    header[name] = { dtype: 'F32', shape, data_offsets: [begin, end] }
  }
  const text = Uint8Array.from(JSON.stringify(header), (letter) => letter.charCodeAt(0))
  const numbers = Float32Array.from({ length: end / 4 }, (_, i) => Math.sin(i * i))
  const file = new Uint8Array(8 + text.length + end)
  new DataView(file.buffer).setBigUint64(0, BigInt(text.length), true)
  file.set(text, 8)
  file.set(new Uint8Array(numbers.buffer), 8 + text.length)
  return file
}

export async function use(wf) {
  const call = { position: { type: 'rope' }, isCausal: true }
  const { output } = await wf.attention(tensor, tensor, tensor, call)
  const config = { model_type: 'whereformer', spec, position: { type: 'alibi' } }
  const model = await wf.loadModel({ config, weights: weights() })
  const tokens = await model.generate([3, 1, 4, 1, 5], { maxNewTokens: 3, temperature: 0 })
  await model.dispose()
  return `${wf.info.variant} attention ${[...output.data.slice(0, 2)]} model ${[...tokens]}`
}
