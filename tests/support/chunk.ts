// What a module that comes on demand imports: of a chunk nothing runs that is not in its own folder (ADR 39).

import { readFileSync } from 'node:fs'

/** The imports of a module that are neither types nor of modules beside it. */
export function importsFromElsewhere(module: URL): string[] {
  const imports = readFileSync(module, 'utf8').match(/^import [^;]*? from '[^']+'/gm) ?? []
  const running = imports.filter((line) => !line.startsWith('import type '))
  return running.filter((line) => !/ from '\.\/[\w.-]+'$/.test(line))
}
