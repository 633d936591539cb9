// The code that makes the maps of <wf-attention>.

import { positionIn } from '../../parts/trained/own-model.js'
import type { AttentionDrawing } from './attention-drawing.js'

export function attentionCode(drawing: AttentionDrawing): string {
  const { sides, own } = drawing
  const lines = sides.map(({ trained }) => {
    const name = 'name' in trained ? trained.name : ''
    return positionIn(trained).position
      ? `const own = await read('${name}', position)`
      : `const ${name} = await read('${name}')`
  })
  const calls = `\n${readerCode(drawing)}\n\n${lines.join('\n')}`
  return own?.code(calls) ?? `import { load } from 'whereformer'\n\nconst wf = await load()\n${calls}`
}

function readerCode({ prepared, layer, head, own }: AttentionDrawing): string {
  const text = JSON.stringify(prepared.characters.join(''))
  const options = own ? "{ position, return: ['attentions'] }" : "{ return: ['attentions'] }"
  return `async function read(name = 'rope'${own ? ', position' : ''}) {
  const folder = \`models/tiny-shakespeare-\${name}\`
  const config = await (await fetch(\`\${folder}/config.json\`)).json()
  const tokenizer = await (await fetch(\`\${folder}/tokenizer.json\`)).json()
  const model = await wf.loadModel({ config, tokenizer, weights: \`\${folder}/model.safetensors\` })
  const { attentions } = model.forward({ inputIds: model.encode(${text}) }, ${options})
  return attentions[${layer}] // [heads, queries, keys]; the figure shows head ${head}
}`
}
