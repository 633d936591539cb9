// The design's tokens as the site's custom properties.
import { importTypeScript } from '../build/typescript.mjs'
import { formatted } from './generated.mjs'

const PATH = 'web/demo/styles/tokens.css'

export async function tokensStyles() {
  const { pageDeclarations } = await importTypeScript('web/elements/parts/element/tokens.ts')
  const text = `/* Written by npm run generate from web/elements/parts/element/tokens.ts. */
:root {
${pageDeclarations}
}
`
  return formatted(text, PATH)
}
