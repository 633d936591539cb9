// The peers: installed beside the benchmark, in the versions of its own lock file, when they are not there yet.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { explainLog, Failure } from '../../tools/failure.mjs'
import { modulesAreCurrent } from '../../tools/npm-modules.mjs'
import { root } from '../../tools/paths.mjs'
import { run } from '../../tools/process.mjs'

const folder = join(root, 'tests/bench')

/** Names as in the tables, and the packages whose versions are told. */
export const peers = {
  litert: { name: 'LiteRT.js', package: '@litertjs/core' },
  onnxruntime: { name: 'onnxruntime-web', package: 'onnxruntime-web' },
  tfjs: { name: 'tfjs-wasm', package: '@tensorflow/tfjs-backend-wasm' },
  jax: { name: 'jax-js', package: '@jax-js/jax' },
}

export async function installPeers() {
  if (modulesAreCurrent(folder)) return
  console.log('Installing the peers (npm ci in tests/bench)')
  const log = join(root, 'build/logs/npm-ci-bench.log')
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const code = await run('npm', args, { cwd: folder, log, label: 'npm ci' })
  if (code !== 0)
    throw new Failure(`The peers could not be installed: ${explainLog(log) ?? 'npm ci failed'}.`, { log })
}

/** { "LiteRT.js": "2.5.3", … } as installed */
export function peerVersions() {
  const version = (name) => {
    const file = join(folder, 'node_modules', name, 'package.json')
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : 'not installed'
  }
  return Object.fromEntries(Object.values(peers).map((peer) => [peer.name, version(peer.package)]))
}
