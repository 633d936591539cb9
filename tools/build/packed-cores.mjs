// Modules that hold a core as text: its bytes deflated, or what makes the relaxed core of the plain one (ADR 19).

import { deflateRawSync } from 'node:zlib'
import zopfli from '@gfx/zopfli'
import { applyDelta, createDelta } from 'fossil-delta'
import { importTypeScript } from './typescript.mjs'

/** Ways to deflate: the small one takes 5 % less, and seconds. */
export const quick = async (bytes) => deflateRawSync(bytes, { level: 9 })
export const small = (bytes) => zopfli.deflateAsync(bytes, {})

/** Base64 of the deflated bytes. */
export const packed = async (bytes, deflate) => Buffer.from(await deflate(bytes)).toString('base64')

export const bytesModule = async (bytes, deflate) =>
  `import { inflated } from './unpack.mjs'\nexport default () => inflated("${await packed(bytes, deflate)}")\n`

const { checksum } = await importTypeScript('web/lib/checksum.ts')

export async function patchModule(plain, relaxed) {
  const delta = createDelta(plain, relaxed)
  if (!relaxed.equals(applyDelta(plain, delta)))
    throw new Error('the patch of a core does not make the relaxed one')
  const values = `${checksum(plain)}, "${await packed(delta, small)}", ${checksum(relaxed)}`
  return `import { patchOf } from './unpack.mjs'\nexport default patchOf(${values})\n`
}
