// One instance of a compiled core under its glue.

import type { Instance } from './core.js'
import { WhereformerError } from './errors.js'
import type { CoreFactory, RawCore } from './raw.js'

// The promise of the glue never settles if instantiation fails, so the failure is awaited separately.
export function instantiate<Raw extends RawCore>(
  glue: CoreFactory<Raw>,
  module: WebAssembly.Module,
): Promise<Instance<Raw>> {
  return new Promise((resolve, reject) => {
    let memory: WebAssembly.Memory | undefined
    const fail = (cause: unknown) =>
      reject(new WhereformerError('ERR_LOAD', `the core could not start (${cause})`, { cause }))
    glue({
      instantiateWasm(imports, receive) {
        memory = memoryIn(module, imports as WebAssembly.Imports)
        WebAssembly.instantiate(module, imports as WebAssembly.Imports)
          .then((instance) => receive(instance, module))
          .catch(fail)
        return {}
      },
    }).then((raw) => resolve({ raw, memory }), fail)
  })
}

function memoryIn(module: WebAssembly.Module, imports: WebAssembly.Imports): WebAssembly.Memory | undefined {
  const place = WebAssembly.Module.imports(module).find(({ kind }) => kind === 'memory')
  return place && (imports[place.module]?.[place.name] as WebAssembly.Memory)
}
