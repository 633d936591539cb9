// Modules that hold a core as text: its bytes deflated, or what makes the relaxed core of the plain one (ADR 19).

import { deflateRawSync } from 'node:zlib'
import { applyDelta, createDelta } from 'fossil-delta'
import { importTypeScript } from './typescript.mjs'

/** Base64 of the deflated bytes. */
export const packed = (bytes) => deflateRawSync(bytes, { level: 9 }).toString('base64')

export const bytesModule = (bytes) =>
  `import { inflated } from './unpack.mjs'\nexport default () => inflated("${packed(bytes)}")\n`

export async function patchModule(plain, relaxed) {
  const delta = createDelta(plain, relaxed)
  if (!relaxed.equals(applyDelta(plain, delta)))
    throw new Error('the patch of a core does not make the relaxed one')
  const { checksum } = await importTypeScript('web/lib/checksum.ts')
  const values = `${checksum(plain)}, "${packed(delta)}", ${checksum(relaxed)}`
  return `import { patchOf } from './unpack.mjs'\nexport default patchOf(${values})\n`
}
