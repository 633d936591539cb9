// The script with the small models, which lies beside the inline build.

import { trusted } from '../../../lib/boundary/worker-script.js'

/** Address of the script of the inline build; '' where its text stands in the page. */
let address = ''

export function cameFrom(place = ''): void {
  address = place
}

export function bringModels(): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!address) throw new Error('the text of inline.js stands in the page itself')
    const script = document.createElement('script')
    script.src = trusted(new URL('small-models.js', address), 'whereformer') as string
    script.onload = () => resolve()
    script.onerror = () => reject(new Error(`${script.src}: no such file, or not allowed here`))
    document.head.append(script)
    script.remove()
  })
}
