// The addresses of a release on CDNs, and in its README hashes with which a browser refuses any other file (subresource integrity).

/** Files that name an address with a version. */
export const addressed = ['README.md', 'docs/figures.md', 'web/elements/parts/figure/embed-code.ts']

const address = /((?:https:\/\/cdn\.jsdelivr\.net\/npm|unpkg\.com)\/whereformer)@[\d.]+(\/dist\/)/g
const classicScript =
  /<script (src="https:\/\/cdn\.jsdelivr\.net\/npm\/whereformer@[\d.]+\/dist\/([^"]+)")[^>]*>/g

/** @returns the text with the addresses of this version */
export function ofVersion(text, version) {
  return text.replace(address, `$1@${version}$2`)
}

/** @param integrity hash of each file in dist/, by its path there */
export function withHashes(text, integrity) {
  return text.replace(classicScript, (_, source, file) => {
    const hash = integrity[file]
    if (!hash) throw new Error(`README.md names dist/${file}, which dist/integrity.json does not.`)
    return `<script ${source} integrity="${hash}" crossorigin="anonymous">`
  })
}
