// The design's tokens as the site's custom properties.
import { importTypeScript } from '../build/typescript.mjs'

export async function tokensStyles() {
  const { pageDeclarations } = await importTypeScript('web/elements/parts/element/tokens.ts')
  return `/* Written by npm run generate from web/elements/parts/element/tokens.ts. */
:root {
${pageDeclarations}
}
`
}
