// The peers: installed beside the benchmark, in the versions of its own lock file, when they are not there yet.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tools/paths.mjs'
import { ensureModulesIn } from '../../tools/setup/npm-modules.mjs'

const folder = join(root, 'tests/bench')

/** Names as in the tables, and the packages whose versions are told. */
export const peers = {
  litert: { name: 'LiteRT.js', package: '@litertjs/core' },
  onnxruntime: { name: 'onnxruntime-web', package: 'onnxruntime-web' },
  tfjs: { name: 'tfjs-wasm', package: '@tensorflow/tfjs-backend-wasm' },
  jax: { name: 'jax-js', package: '@jax-js/jax' },
}

/** Those that do nothing but run models. */
const modelPeers = [{ name: 'wllama', package: '@wllama/wllama' }]

export const installPeers = () => ensureModulesIn(folder, 'peers')

/** { "LiteRT.js": "2.5.3", … } as installed */
export function peerVersions() {
  const version = (name) => {
    const file = join(folder, 'node_modules', name, 'package.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : 'not installed'
  }
  return Object.fromEntries(
    [...Object.values(peers), ...modelPeers].map((peer) => [peer.name, version(peer.package)]),
  )
}
