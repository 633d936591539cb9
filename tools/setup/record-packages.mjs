// Records the packages of which the toolchain would be made today, from Debian's signed index.   npm run setup:record
// Build and test with them before the commit: remove the toolchain from the cache folder, then "npm test".
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Failure } from '../failure.mjs'
import { main } from '../process.mjs'
import { packagesOfUris, recordFile } from './recorded-packages.mjs'
import { listPackages, suite } from './toolchain.mjs'

await main(async () => {
  const uris = await listPackages()
  const packages = packagesOfUris(readFileSync(uris, 'utf8'))
  rmSync(uris)
  for (const name of ['emscripten', 'libxsimd-dev', 'catch2'])
    if (!packages[name]) throw new Failure(`apt lists no ${name} with a SHA-256 in Debian ${suite}.`)
  const recorded = new Date().toISOString().slice(0, 10)
  writeFileSync(recordFile, `${JSON.stringify({ suite, recorded, packages }, null, 2)}\n`)
  console.log(`${Object.keys(packages).length} packages of Debian ${suite} are recorded`)
})
