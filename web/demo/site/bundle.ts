// Files of a build, by the modules in them or by their names.

import type { Rolldown } from 'vite'

export type Bundle = Rolldown.OutputBundle

/** @param end of the path of a module @returns the file of the chunk that has it */
export function chunkOf(bundle: Bundle, end: string): string {
  const chunk = Object.values(bundle).find(
    (one) => one.type === 'chunk' && one.moduleIds.some((id) => id.endsWith(end)),
  )
  if (!chunk) throw new Error(`no chunk has ${end}`)
  return chunk.fileName
}

export function assetOf(bundle: Bundle, name: RegExp): string {
  const file = Object.keys(bundle).find((one) => name.test(one))
  if (!file) throw new Error(`no asset has the name ${name}`)
  return file
}

/** Chunks and what those import at once. */
export function withImports(bundle: Bundle, files: readonly string[]): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    const chunk = bundle[file]
    if (found.has(file) || chunk?.type !== 'chunk') return
    found.add(file)
    chunk.imports.forEach(visit)
  }
  files.forEach(visit)
  return [...found]
}
