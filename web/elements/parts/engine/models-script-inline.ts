// The script with the small models, which lies beside the inline build. Where a page checks the one by its hash, the other is checked, too.

import { trusted } from '../../../lib/boundary/worker-script.js'

/** The hash of dist/elements/small-models.js, which the build sets. */
declare const SMALL_MODELS_INTEGRITY: string

type Origin = Pick<HTMLScriptElement, 'src' | 'integrity'>

/** Address and hash of the script of the inline build; without an address where its text stands in the page. */
let own: Origin = { src: '', integrity: '' }

export function cameFrom(script: Origin | null | undefined): void {
  if (script) own = { src: script.src, integrity: script.integrity }
}

export const origin = (): Origin => own

export function bringModels(): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!own.src) throw new Error('the text of inline.js stands in the page itself')
    const script = document.createElement('script')
    if (own.integrity) Object.assign(script, { integrity: SMALL_MODELS_INTEGRITY, crossOrigin: 'anonymous' })
    script.src = trusted(new URL('small-models.js', own.src), 'whereformer') as string
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${script.src}: no such file, or not allowed here`))
    document.head.append(script)
    script.remove()
  })
}
