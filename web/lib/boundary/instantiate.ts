// One instance of a compiled core under its glue.

import type { Instance } from './core.js'
import { WhereformerError } from './errors.js'
import type { CoreFactory, RawCore } from './raw.js'

/**
 * The promise of the glue never settles if instantiation fails, so the failure is awaited separately.
 * @param memory the memory that the core imports, if it imports one
 */
export function instantiate<Raw extends RawCore>(
  glue: CoreFactory<Raw>,
  module: WebAssembly.Module,
  memory?: WebAssembly.Memory,
): Promise<Instance<Raw>> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) =>
      reject(new WhereformerError('ERR_LOAD', `the core could not start (${cause})`, { cause }))
    glue({
      wasmMemory: memory,
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports as WebAssembly.Imports)
          .then((instance) => receive(instance, module))
          .catch(fail)
        return {}
      },
    }).then((raw) => resolve({ raw, memory }), fail)
  })
}
