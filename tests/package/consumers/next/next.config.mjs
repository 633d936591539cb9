import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

// next itself is installed in the folder above
export default { turbopack: { root: dirname(dirname(fileURLToPath(import.meta.url))) } }
